import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { refusalOf } from "../../lib/errors.ts";
import { useOpenedHeading } from "../../lib/focus.ts";
import { CopyLastAct } from "../commands/copy-command.tsx";
import { Button } from "../page/button.tsx";
import { EmptyState, Loaded, type Loading } from "../page/states.tsx";
import { UserText } from "../page/user-text.tsx";
import { ADMINS } from "../staff/roles.ts";
import { useStaff } from "../staff/use-staff.ts";
import { useOpenRecord } from "./open-record.tsx";

interface RecordPanelProps<Data> {
  readonly id: string;
  /** What the record is: `inquiry`. */
  readonly noun: string;
  readonly query: Loading<Data>;
  readonly nameOf: (data: Data) => string;
  /** Buttons below the name. */
  readonly actions?: (data: Data) => ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** One record next to its list; on a narrow screen it covers the list. Give it the id as its key. */
export function RecordPanel<Data>(props: RecordPanelProps<Data>) {
  const { id, noun, query, nameOf, actions, children } = props;
  const record = useOpenRecord();
  const close = () => void record.close();
  const { role } = useStaff();
  const heading = useOpenedHeading(query.data !== undefined);
  const headingId = useId();
  useEscape(close);
  useEffect(() => {
    if (document.activeElement?.closest("[data-opens]")) heading.current?.focus({ preventScroll: true });
  }, [heading]);
  const { data, error } = query;
  const isGone = refusalOf(error)?.status === 404;
  return (
    <section className="record-panel" aria-labelledby={headingId}>
      <header className="record-panel-head">
        <Button look="quiet" className="button-tiny record-panel-back" onClick={close}>
          Back to the list
        </Button>
        <h2 id={headingId} ref={heading} tabIndex={-1}>
          {data && !isGone ? <UserText text={nameOf(data)} /> : PANEL.title(noun)}
        </h2>
        <button type="button" className="record-panel-close" aria-label="Close" onClick={close}>
          <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d="M3.5 3.5l9 9m0-9l-9 9" />
          </svg>
        </button>
        <div className="record-panel-actions">
          {data && !isGone && actions?.(data)}

          <CopyLastAct />
          {ADMINS.includes(role) && (
            <Link to="/admin/audit" search={{ q: id }}>
              History
            </Link>
          )}
        </div>
      </header>
      <div className="record-panel-body">
        {isGone ? (
          <EmptyState title={`This ${noun} no longer exists`}>
            It was deleted, or its link is wrong.
          </EmptyState>
        ) : (
          <Loaded query={query} failed={`The ${noun} could not be loaded`}>
            {children}
          </Loaded>
        )}
      </div>
    </section>
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

const PANEL = {
  title: upper,
} as const;
