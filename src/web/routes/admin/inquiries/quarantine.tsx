import { type RefObject, useRef } from "react";
import type { QuarantinedItem } from "../../../../modules/backoffice/quarantine/schema.ts";
import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus-from.ts";
import { useOnce } from "../../../lib/hooks/use-once.ts";
import { toastOutcome } from "../../../lib/toast/toast-outcome.ts";
import { quarantineList } from "./quarantine-list.tsx";

/** The quarantined submissions, each to be released or deleted. */
export function Quarantine() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { release, remove } = useQuarantineChanges(heading);
  return (
    <ResourceList
      list={quarantineList}
      headingRef={heading}
      rowActions={(submission) => [
        {
          name: "Release",
          onSelect: () => void release(submission),
          command: { path: "admin.quarantine.release", input: { id: submission.id } },
        },
        {
          name: "Delete",
          onSelect: () => void remove(submission),
          command: { path: "admin.quarantine.delete", input: { id: submission.id } },
        },
      ]}
    />
  );
}

/** Both resolve to whether it was done. */
function useQuarantineChanges(heading: RefObject<HTMLElement | null>) {
  const release = trpc.admin.quarantine.release.useMutation();
  const remove = trpc.admin.quarantine.delete.useMutation();
  const restore = trpc.admin.quarantine.restore.useMutation();
  const utils = trpc.useUtils();
  const once = useOnce();

  async function send(...change: Parameters<typeof toastOutcome>): Promise<boolean> {
    const pressed = document.activeElement;
    if (!(await toastOutcome(...change))) return false;
    // A release moves it into a list, a deletion changes the counts.
    await utils.admin.invalidate();
    focusFrom(pressed, heading.current);
    return true;
  }

  const undo = (id: string, name: string) =>
    send(restore.mutateAsync({ id }), {
      done: { title: "Restored", description: name },
      failed: "Failed to restore the submission",
    });

  return {
    release: ({ id, name }: QuarantinedItem) =>
      once(id, () =>
        send(release.mutateAsync({ id }), {
          done: { title: "Released", description: `${name} is now in its list.` },
          failed: "Failed to release the submission",
        }),
      ),
    remove: ({ id, name }: QuarantinedItem) =>
      once(id, () =>
        send(remove.mutateAsync({ id }), {
          done: { title: "Deleted", description: name, onUndo: () => void undo(id, name) },
          failed: "Failed to delete the submission",
        }),
      ),
  } as const;
}
