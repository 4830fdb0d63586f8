import { useRef, useState } from "react";
import { BULK_MAX, type BulkResult } from "../../../shared/bulk.ts";
import { counted, isolated, number } from "../../../shared/format.ts";
import { trpc } from "../../lib/api.tsx";
import { toast, toastError } from "../../lib/toast.ts";
import { useBusy } from "../../lib/use-busy.ts";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import type { Bulk, BulkAct } from "./declare-list.ts";
import { ExportLink } from "./export-link.tsx";
import { type Selection, SelectPage } from "./selection.tsx";

interface BulkBarProps<Values extends object> {
  readonly bulk: Bulk<Values>;
  readonly selection: Selection;
  readonly values: Values;
  readonly rows: readonly { readonly id: string }[];
  /** The server's count of all that match. */
  readonly total: number;
}

interface Asked {
  readonly act: BulkAct;
  /** As the question names it, whatever others add or delete while it is open. */
  readonly count: number;
}

/** What can be done with the selected rows of a list; not there while none is selected. */
export function BulkBar<Values extends object>(props: BulkBarProps<Values>) {
  const { bulk, selection, values, rows, total } = props;
  const [asked, setAsked] = useState<Asked | null>(null);
  const dock = useRef<HTMLDivElement>(null);
  const utils = trpc.useUtils();
  const { ids, all, left, except } = selection;
  const count = all ? total - left : ids.size;
  const heading = () => dock.current?.closest("section")?.querySelector<HTMLElement>("h2") ?? null;
  async function end(): Promise<void> {
    selection.clear();
    await bulk.refresh(utils);
  }
  const matching = async (number: number) =>
    (await bulk.select(utils.client, { ...values, count: number })).ids;
  /** Only the server knows whether the row that stays as it is matches, too. */
  async function selectAll(): Promise<void> {
    const shown = rows.map(({ id }) => id);
    try {
      selection.selectAll(shown, except !== undefined && (await matching(total)).includes(except) ? 1 : 0);
    } catch (error) {
      toastError("Failed to select all", error);
    }
  }
  function clear(): void {
    heading()?.focus(); // the pressed button goes away
    selection.clear();
  }
  return (
    <div className="bulk-dock" ref={dock}>
      {count > 0 && (
        <fieldset className="bulk-bar" aria-label="Selected records">
          <SelectPage isWorded selection={selection} rows={rows} />
          <span className="bulk-count" role="status">
            {BULK.selected(count)}
          </span>
          <Button look="text" onClick={clear}>
            Clear
          </Button>
          {!all && total > ids.size && <SelectAll total={total} onPick={() => void selectAll()} />}
          <ExportSelected {...{ bulk, selection, values }} />
          <Acts acts={bulk.acts} onPick={(act) => setAsked({ act, count })} />
        </fieldset>
      )}
      <BulkDialog
        act={asked?.act ?? null}
        count={asked?.count ?? 0}
        nouns={[bulk.one, bulk.many]}
        ids={async () =>
          all && asked ? (await matching(asked.count + left)).filter((id) => id !== except) : [...ids]
        }
        onClose={() => setAsked(null)}
        onEnd={end}
        focusAfter={heading}
      />
    </div>
  );
}

interface SelectAllProps {
  readonly total: number;
  readonly onPick: () => void;
}

const SelectAll = ({ total, onPick }: SelectAllProps) => (
  <Button look="text" onClick={onPick}>
    {BULK.all(total)}
  </Button>
);

/** Exports what is selected: by its ids, or all that match by the filters. */
function ExportSelected<Values extends object>({
  bulk: { export: file },
  selection: { all, ids },
  values,
}: Pick<BulkBarProps<Values>, "bulk" | "selection" | "values">) {
  if (!file || (!all && ids.size > file.idsMax)) return null;
  const query = all ? Object.fromEntries(Object.entries(values)) : { ids: [...ids].join(",") };
  return <ExportLink path={file.path} file={file.file} query={query} label="Export" />;
}

interface ActsProps {
  readonly acts: readonly BulkAct[];
  readonly onPick: (act: BulkAct) => void;
}

const Acts = ({ acts, onPick }: ActsProps) => (
  <span className="bulk-acts">
    {acts.map((act) => (
      <Button
        key={act.name}
        look="quiet"
        className={act.destructive ? "button-tiny button-destructive bulk-act" : "button-tiny bulk-act"}
        onClick={() => onPick(act)}
      >
        {act.name}
      </Button>
    ))}
  </span>
);

interface BulkDialogProps {
  /** Null while it is closed. */
  readonly act: BulkAct | null;
  readonly count: number;
  readonly nouns: readonly [one: string, many: string];
  /** Rejects if the records have changed since they were counted. */
  readonly ids: () => Promise<readonly string[]>;
  readonly onClose: () => void;
  /** Called after each act, finished or not. */
  readonly onEnd: () => Promise<unknown>;
  readonly focusAfter: () => HTMLElement | null;
}

/** Asks with the count, shows the progress, and names what failed. */
function BulkDialog({ act, count, nouns, ids, onClose, onEnd, focusAfter }: BulkDialogProps) {
  const [busy, start] = useBusy();
  const { progress, run, stop, reset } = useRun();
  const restoreAct = useRestoreAct();
  const { client } = trpc.useUtils();
  const what = (n: number) => counted(n, ...nouns);
  function close(): void {
    stop();
    reset();
    onClose();
  }
  async function confirm({ send, done, failed, undoable, undoOf }: BulkAct): Promise<void> {
    const actId = crypto.randomUUID();
    try {
      const end = await run(await ids(), (part) => send(client, part, actId));
      const undo = undoable ? () => restoreAct(actId) : undoOf?.(actId);
      if (end.done > 0) toast({ title: done(what(end.done)), ...(undo && { onUndo: () => void undo() }) });
      if (end.error !== undefined) toastError(failed, end.error);
      await onEnd();
      if (end.failed.length === 0) close();
    } catch (error) {
      toastError(failed, error);
      await onEnd();
      close();
    }
  }
  const ended = progress !== null && !busy;
  return (
    <Dialog
      open={act !== null}
      onOpenChange={(next) => !next && close()}
      size="small"
      title={act?.name ?? ""}
      description={act?.question(what(count)) ?? ""}
      focusAfter={focusAfter}
    >
      {progress && <Going progress={progress} />}
      {ended && <Failures failed={progress.failed} />}
      <div className="dialog-actions">
        <Button look="quiet" onClick={busy ? stop : close}>
          {busy ? "Stop" : ended ? "Close" : "Cancel"}
        </Button>
        {act && !ended && (
          <Button
            look={act.destructive ? "danger" : "primary"}
            aria-disabled={busy}
            onClick={() => void start(() => confirm(act))}
          >
            {busy ? act.acting : act.name}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Going({ progress: { done, failed, total } }: { readonly progress: Progress }) {
  const seen = done + failed.length;
  return (
    <p className="bulk-progress">
      <progress value={seen} max={Math.max(total, 1)} aria-label="Progress" />
      <span>{BULK.of(seen, total)}</span>
    </p>
  );
}

/** Restores everything that one act deleted. */
function useRestoreAct() {
  const restore = trpc.admin.trash.restoreAct.useMutation();
  const utils = trpc.useUtils();
  return async (actId: string): Promise<void> => {
    let [restored, refused] = [0, 0];
    try {
      for (let after: string | null = ""; after !== null; ) {
        const { done, failed, next } = await restore.mutateAsync({ act: actId, after });
        restored += done;
        refused += failed.length;
        after = next;
      }
      toast({
        title: BULK.restored(restored),
        ...(refused > 0 && { description: BULK.notRestored(refused) }),
      });
    } catch (error) {
      toastError("Failed to restore", error);
    }
    await utils.invalidate();
  };
}

const NAMED = 5;

/** What was refused, one line for each reason. */
function Failures({ failed }: Pick<BulkResult, "failed">) {
  if (failed.length === 0) return null;
  const reasons = [...Map.groupBy(failed, ({ reason }) => reason)];
  return (
    <div className="bulk-failures" role="alert">
      <p>{BULK.failed(failed.length)}</p>
      <ul>
        {reasons.map(([reason, same]) => (
          <li key={reason}>
            {same.length === 1 ? reason : `${reason} (${same.length})`}
            <Names failed={same} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Names({ failed }: Pick<BulkResult, "failed">) {
  const names = failed.flatMap(({ name }) => (name === undefined ? [] : [name]));
  if (names.length === 0) return null;
  const shown = names.slice(0, NAMED).map(isolated);
  return <span className="bulk-names">{BULK.names(shown, names.length - shown.length)}</span>;
}

interface Progress extends BulkResult {
  readonly total: number;
}

interface End extends Progress {
  /** Why it ended early. */
  readonly error?: unknown;
}

/** Sends ids in parts, one after another, so that whatever interrupts it leaves each record done or untouched. */
function useRun() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const stopped = useRef(false);
  async function run(ids: readonly string[], send: (part: string[]) => Promise<BulkResult>): Promise<End> {
    stopped.current = false;
    let now: Progress = { done: 0, failed: [], total: ids.length };
    setProgress(now);
    for (let start = 0; start < ids.length && !stopped.current; start += BULK_MAX) {
      try {
        const { done, failed } = await send(ids.slice(start, start + BULK_MAX));
        now = { ...now, done: now.done + done, failed: [...now.failed, ...failed] };
      } catch (error) {
        return { ...now, error };
      }
      setProgress(now);
    }
    return now;
  }
  const stop = () => {
    stopped.current = true;
  };
  return { progress, run, stop, reset: () => setProgress(null) } as const;
}

const BULK = {
  selected: (count: number) => `${number.format(count)} selected`,
  all: (count: number) => `Select all that match: ${number.format(count)}`,
  of: (done: number, total: number) => `${number.format(done)} of ${number.format(total)}`,
  failed: (count: number) => `${number.format(count)} could not be done:`,
  restored: (count: number) => `${number.format(count)} restored`,
  notRestored: (count: number) => `${number.format(count)} could not be restored and are in the trash.`,
  names: (names: readonly string[], more: number) =>
    more > 0 ? `${names.join(", ")} and ${number.format(more)} more` : names.join(", "),
} as const;
