import { Link } from "@tanstack/react-router";
import type { ChangeKind, SyncChanges } from "../../../../../modules/sync/changes/schema.ts";
import { CHANGE_KINDS, type PlaceChange } from "../../../../../modules/sync/changes/schema.ts";
import { Dialog } from "../../../../kit/dialog/dialog.tsx";
import { Badge } from "../../../../kit/page/badge.tsx";
import { Button } from "../../../../kit/page/button.tsx";
import { Loaded } from "../../../../kit/page/loaded.tsx";
import { UserText } from "../../../../kit/page/user-text.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { CompareTable } from "../compare/compare-table.tsx";
import { useSyncDialogs } from "../use-sync-dialogs.ts";

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

/** One place, with the row of the main database and what the run changes in it. */
function ChangeItem({ change }: { readonly change: PlaceChange }) {
  const { kind, placeId, name, city, mainName, message, decision, fields } = change;
  return (
    <li className="sync-changes-item">
      <p>
        <Link to="/admin/places" search={{ place: placeId }}>
          <UserText text={name} />
        </Link>{" "}
        <bdi className="table-sub">{city}</bdi>
        {decision !== null && (
          <>
            {" "}
            <Badge tone="info">{CHANGES.decided}</Badge>
          </>
        )}
      </p>
      {mainName !== null && mainName !== name && (
        <p className="soft">
          {CHANGES.row} <bdi>{mainName}</bdi>
        </p>
      )}
      {message !== null && <p className="soft">{message}</p>}
      {(kind === "update" || kind === "unlink") && fields.length > 0 && (
        <CompareTable caption={CHANGES.fieldsOf(name)} fields={fields} />
      )}
      {kind === "update" && fields.length === 0 && <p className="soft">{CHANGES.linkOnly}</p>}
    </li>
  );
}

const number = new Intl.NumberFormat("en-US");

const CHANGES = {
  title: "What the next run would change",
  titleAll: "What comparing all places would change",
  comparing: "Comparing the places with the main database...",
  failed: "The changes could not be determined",
  waiting: (count: number) =>
    `${number.format(count)} more ${count === 1 ? "place waits" : "places wait"} for a decision or a retry.`,
  kinds: "Kinds of changes",
  kindOf: {
    fail: "Would fail",
    update: "Changed",
    insert: "Added",
    unlink: "Unlinked",
    keep: "Left as they are",
  },
  row: "Main database:",
  fieldsOf: (name: string) => `Fields of ${name} that would change`,
  linkOnly: "Only its link to our place is written.",
  decided: "Decided by staff",
  shown: (shown: number, all: number) => `First ${number.format(shown)} of ${number.format(all)} shown`,
  again: "Compare again",
  run: "Sync Now",
  runAll: "Compare all places",
} as const;
