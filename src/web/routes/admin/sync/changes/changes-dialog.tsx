import type { ChangeKind, SyncChanges } from "../../../../../modules/sync/changes/schema.ts";
import { CHANGE_KINDS } from "../../../../../modules/sync/changes/schema.ts";
import { CopyCommand } from "../../../../blocks/copy-command/copy-command.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { useSyncDialogs } from "../use-sync-dialogs.ts";
import { ChangeItem } from "./change-item.tsx";
import { CHANGES } from "./content.ts";

interface ChangesDialogProps {
  readonly all: boolean;
  readonly canRun: boolean;
  readonly onRun: () => void;
}

/** What the next run would do. The server compares again each time that this opens. */
export function ChangesDialog({ all, canRun, onRun }: ChangesDialogProps) {
  const { close } = useSyncDialogs();
  const changes = trpc.admin.sync.changes.useQuery({ full: all }, { staleTime: 0, gcTime: 0 });
  function run(): void {
    close();
    onRun();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="large"
      title={all ? CHANGES.titleAll : CHANGES.title}
      description={
        <span role="status">
          {changes.isFetching ? CHANGES.comparing : changes.data ? textOf(changes.data) : ""}
        </span>
      }
    >
      <div className="sync-changes">
        {!changes.isFetching && (
          <Loaded query={changes} failed={CHANGES.failed} rows={3}>
            {(found) => <Kinds found={found} all={all} />}
          </Loaded>
        )}
        <div className="dialog-actions sync-changes-end">
          <Button look="quiet" onClick={() => void changes.refetch()}>
            {CHANGES.again}
          </Button>
          <Button aria-disabled={!canRun} onClick={() => canRun && run()}>
            {all ? CHANGES.runAll : CHANGES.run}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const textOf = ({ message, waiting }: SyncChanges): string =>
  waiting === 0 ? message : `${message} ${CHANGES.waiting(waiting)}`;

/** One kind of change at a time; the URL has which. */
function Kinds({ found, all }: { readonly found: SyncChanges; readonly all: boolean }) {
  const { kind, show } = useSyncDialogs();
  const { counts } = found;
  const present = CHANGE_KINDS.filter((each) => counts[each] > 0);
  const current = kind !== undefined && counts[kind] > 0 ? kind : present[0];
  if (current === undefined) return null;
  const choose = (next: ChangeKind) => show({ changes: all ? "all" : "next", kind: next }, true);
  const shown = found.changes.filter((change) => change.kind === current);
  return (
    <>
      <fieldset className="sync-changes-kinds">
        <legend className="visually-hidden">{CHANGES.kinds}</legend>
        {present.map((each) => (
          <Button
            key={each}
            look="quiet"
            className="button-tiny"
            aria-pressed={each === current}
            onClick={() => choose(each)}
          >
            {CHANGES.kindOf[each]} {counts[each].toLocaleString("en-US")}
          </Button>
        ))}
        <CopyCommand path="admin.sync.changes" input={all ? { full: true } : {}} />
      </fieldset>
      <ul className="sync-changes-list" aria-label={CHANGES.kindOf[current]}>
        {shown.map((change) => (
          <ChangeItem key={`${change.placeId} ${change.mainId ?? ""}`} change={change} />
        ))}
      </ul>
      {counts[current] > shown.length && (
        <p className="soft">{CHANGES.shown(shown.length, counts[current])}</p>
      )}
    </>
  );
}
