import { useRef } from "react";
import { CopyLines } from "../../../blocks/copy-command/copy-lines.tsx";
import { trpc } from "../../../lib/api.tsx";
import { formatDateTime } from "../../../lib/format/format-date.ts";
import { toastError } from "../../../lib/toast/toast-error.ts";
import { Alert } from "../../../ui/alert/alert.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { HEALTH, STATES, SUMMARY } from "./content.ts";
import { FindingList } from "./finding-list.tsx";

/** What `rihla doctor` says, and on request `rihla doctor --deep`. */
export function Health() {
  const quick = trpc.admin.health.check.useQuery(undefined, { staleTime: 0 });
  const deep = trpc.admin.health.deep.useMutation();
  const heading = useRef<HTMLHeadingElement>(null);

  function checkAgain(): void {
    deep.reset();
    void quick.refetch();
  }
  async function runDeep(): Promise<void> {
    await deep.mutateAsync().then(
      () => heading.current?.focus(),
      (error: unknown) => toastError(HEALTH.deepFailed, error),
    );
  }

  return (
    <ListCard
      title={HEALTH.list}
      headingRef={heading}
      aside={<CopyLines lines={() => [HEALTH.deepCommand]} title={HEALTH.deepCommand} />}
      actions={
        <>
          <Button
            className="button-tiny"
            look="quiet"
            disabled={quick.isFetching || deep.isPending}
            onClick={checkAgain}
          >
            {HEALTH.again}
          </Button>
          <Button className="button-tiny" disabled={deep.isPending} onClick={() => void runDeep()}>
            {deep.isPending ? HEALTH.running : HEALTH.deep}
          </Button>
        </>
      }
    >
      <p className="list-card-note">{HEALTH.note}</p>
      <Loaded query={quick} failed={HEALTH.failedToLoad}>
        {(loaded) => {
          const shown = deep.data ?? loaded;
          const count = shown.findings.filter(({ state }) => state === shown.state).length;
          return (
            <>
              <div className="health-summary">
                <Alert tone={STATES[shown.state].alert}>{SUMMARY[shown.state](count)}</Alert>
                <p className="soft">{HEALTH.at(formatDateTime(shown.checkedAt), deep.data !== undefined)}</p>
              </div>
              <FindingList findings={shown.findings} />
            </>
          );
        }}
      </Loaded>
    </ListCard>
  );
}
