import { useRef } from "react";
import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus-from.ts";
import { useOnce } from "../../../lib/hooks/use-once.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FAILURES } from "./content.ts";
import { FailureDialog } from "./decisions/failure-dialog.tsx";
import { HeldLinks } from "./decisions/held-links.tsx";
import { failureList } from "./failure-list.tsx";
import { toastFailure } from "./use-sync.ts";
import { useSyncDialogs } from "./use-sync-dialogs.ts";

export function Failures() {
  const retry = useRetry();
  const heading = useRef<HTMLHeadingElement>(null);
  const { failure, show } = useSyncDialogs();
  async function retryRow(id: string): Promise<void> {
    const pressed = document.activeElement;
    await retry(id);
    focusFrom(pressed, heading.current); // the row is removed
  }
  const retryAll = (
    <Button look="quiet" className="button-tiny" onClick={() => void retry()}>
      {FAILURES.retryAll}
    </Button>
  );
  return (
    <>
      <ResourceList
        list={failureList}
        scope="failures"
        headingRef={heading}
        actions={(total) => total > 0 && retryAll}
        rowActions={({ id }) => [
          { name: FAILURES.compare, onSelect: () => show({ failure: id }) },
          {
            name: FAILURES.retry,
            onSelect: () => void retryRow(id),
            command: { path: "admin.sync.retry", input: { id } },
          },
        ]}
      />
      <HeldLinks retryAll={retryAll} />
      {failure !== undefined && (
        <FailureDialog key={failure} id={failure} focusAfter={() => heading.current} />
      )}
    </>
  );
}

/** Retries one place in the next run, or every place if no id is given. */
function useRetry(): (id?: string) => Promise<void> {
  const retry = trpc.admin.sync.retry.useMutation();
  const utils = trpc.useUtils();
  const once = useOnce();
  return (id) =>
    once(id ?? "all", async () => {
      try {
        const { retried } = await retry.mutateAsync(id === undefined ? {} : { id });
        toast({ title: FAILURES.retried(retried) });
      } catch (error) {
        toastFailure(FAILURES.retry, FAILURES.retryFailed, error);
      } finally {
        await utils.admin.sync.invalidate();
      }
    });
}
