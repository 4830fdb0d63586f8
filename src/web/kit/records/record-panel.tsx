import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { trpc } from "../../lib/api.tsx";
import { refusalOf } from "../../lib/errors.ts";
import { useOpenedHeading } from "../../lib/focus.ts";
import { useBusy } from "../../lib/use-busy.ts";
import { CopyLastAct } from "../commands/copy-command.tsx";
import { Button } from "../controls/button.tsx";
import { EmptyState, Loaded } from "../page/states.tsx";
import { useRecordTitle } from "../staff/record-title.ts";
import { ADMINS } from "../staff/roles.ts";
import { useStaff } from "../staff/use-staff.ts";
import { Facts } from "../text/facts.tsx";
import { UserText } from "../text/user-text.tsx";
import type { Panel, RecordAct } from "./declare-list.ts";
import { useOpenRecord } from "./open-record.tsx";
import { StaffNotes } from "./staff-notes.tsx";

interface RecordPanelProps<Data> {
  readonly id: string;
  readonly panel: Panel<Data>;
  readonly acts: ((data: Data) => readonly RecordAct[]) | undefined;
}

/** One record next to its list; on a narrow screen it covers the list. Give it the id as its key. */
export function RecordPanel<Data>({ id, panel, acts }: RecordPanelProps<Data>) {
  const { noun, nameOf, links } = panel;
  const query = useQuery({ ...panel.query(trpc.useUtils(), id), staleTime: 0 });
  const record = useOpenRecord();
  const close = () => void record.close();
  const heading = useOpenedHeading(query.data !== undefined);
  const headingId = useId();
  useEscape(close);
  useEffect(() => {
    if (document.activeElement?.closest("[data-opens]")) heading.current?.focus({ preventScroll: true });
  }, [heading]);
  const { data, error } = query;
  const isGone = refusalOf(error)?.status === 404;
  useRecordTitle(data && !isGone ? nameOf(data) : undefined);
  return (
    <section className="record-panel" aria-labelledby={headingId}>
      <header className="record-panel-head">
        <Button look="quiet" className="button-tiny record-panel-back" onClick={close}>
          Back to the list
        </Button>
        <h2 id={headingId} ref={heading} tabIndex={-1}>
          {data && !isGone ? <UserText text={nameOf(data)} /> : upper(noun)}
        </h2>
        <button type="button" className="record-panel-close" aria-label="Close" onClick={close}>
          <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d="M3.5 3.5l9 9m0-9l-9 9" />
          </svg>
        </button>
        <PanelActs id={id}>
          {data && !isGone && (
            <>
              {acts?.(data).map((act) => act.on !== "row" && <ActButton key={act.name} act={act} />)}
              {links?.(data)}
            </>
          )}
        </PanelActs>
      </header>
      <div className="record-panel-body">
        {isGone ? (
          <EmptyState title={`This ${noun} no longer exists`}>
            It was deleted, or its link is wrong.
          </EmptyState>
        ) : (
          <Loaded query={query} failed={`The ${noun} could not be loaded`}>
            {(loaded) => <About id={id} panel={panel} data={loaded} />}
          </Loaded>
        )}
      </div>
    </section>
  );
}

interface AboutProps<Data> {
  readonly id: string;
  readonly panel: Panel<Data>;
  readonly data: Data;
}

const About = <Data,>({ id, panel: { facts, more, notes }, data }: AboutProps<Data>) => (
  <>
    {facts && <Facts facts={facts(data)} />}
    {more?.(data)}
    {notes && <StaffNotes kind={notes} id={id} />}
  </>
);

/** What can be done with the record, and what has been done. */
function PanelActs({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const { role } = useStaff();
  return (
    <div className="record-panel-actions">
      {children}
      {ADMINS.includes(role) && (
        <Link to="/admin/audit" search={{ q: id }}>
          History
        </Link>
      )}
      {/* Last, as it appears once something was done. */}
      <CopyLastAct />
    </div>
  );
}

function ActButton({ act: { name, acting = name, destructive, onSelect } }: { readonly act: RecordAct }) {
  const [busy, run] = useBusy();
  return (
    <Button
      look="quiet"
      className={destructive ? "button-tiny button-destructive" : "button-tiny"}
      aria-disabled={busy}
      onClick={() => void run(async () => void (await onSelect()))}
    >
      {busy ? acting : name}
    </Button>
  );
}

/** Escape closes the panel, but not from behind a dialog or a menu, nor from a field outside of the panel. */
function useEscape(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    function onKey({ key, target, defaultPrevented }: KeyboardEvent): void {
      if (key !== "Escape" || defaultPrevented || !(target instanceof Element)) return;
      const isElsewhere = target.closest("input, select, textarea") && !target.closest(".record-panel");
      if (isElsewhere || target.closest("[role=menu]") || document.getElementById("root")?.inert) return;
      latest.current();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

const upper = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
