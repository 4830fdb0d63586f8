import type { AuditEntry } from "../../../../modules/audit/schema.ts";
import { formatDateTime } from "../../../lib/format-date.ts";
import type { Column } from "../../../ui/table/table.tsx";
import { type Change, changesOf } from "./changes.ts";
import { AUDIT } from "./content.ts";

const NONE = <span className="table-none">{AUDIT.none}</span>;

export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    head: AUDIT.columns.action,
    look: "main",
    cell: ({ action, subject }) => (
      <>
        {action}
        {subject && <span className="table-sub">{AUDIT.subject(subject)}</span>}
      </>
    ),
  },
  { head: AUDIT.columns.actor, cell: ({ actor }) => <Actor actor={actor} /> },
  {
    head: AUDIT.columns.at,
    cell: ({ at }) => (
      <time dateTime={at.toISOString()} title={at.toISOString()}>
        {formatDateTime(at)}
      </time>
    ),
  },
  { head: AUDIT.columns.address, cell: ({ address }) => address ?? NONE },
  {
    head: AUDIT.columns.change,
    cell: ({ before, after }) => <Changes changes={changesOf(before, after)} />,
  },
];

function Actor({ actor: { kind, id, name } }: Pick<AuditEntry, "actor">) {
  if (kind === "visitor") return AUDIT.visitor;
  if (kind === "schedule") return AUDIT.schedule;
  const known = Object.entries(AUDIT.kinds).find(([each]) => each === kind)?.[1] ?? kind;
  return (
    <>
      {name ?? id ?? NONE}
      <span className="table-sub">{known}</span>
    </>
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return NONE;
  return (
    <dl className="changes">
      {changes.map(({ key, before, after }) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>
            {before !== null && (
              <del>
                <span className="visually-hidden">{AUDIT.before} </span>
                {before}
              </del>
            )}
            {after !== null && (
              <ins>
                <span className="visually-hidden">{AUDIT.after} </span>
                {after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
