import { declareList } from "../../../blocks/resource-list/declare-list.ts";
import { formatDateTime } from "../../../lib/format/format-date.ts";
import { None } from "../../../ui/table/cells.tsx";
import { type Change, changesOf } from "./changes.ts";
import { EntrySentence } from "./entry-sentence.tsx";
import { auditParams } from "./list-search-params.ts";

/** The day begins where the reader is, not at midnight UTC. */
const startOf = (day: string | undefined): { readonly since?: Date } =>
  day === undefined ? {} : { since: new Date(`${day}T00:00`) };

/** Every change and every sign-in, newest first. */
export const auditList = declareList({
  params: auditParams,
  pageSize: 50,
  alwaysFresh: true,
  query: (utils, { since, ...input }) => utils.admin.audit.list.queryOptions({ ...input, ...startOf(since) }),
  words: {
    title: "Audit entries",
    caption: "Audit entries, newest first",
    pages: "Pages of the audit log",
    failed: "The audit log could not be loaded",
    empty: "The audit log is empty",
    emptyText: "Every change and every sign-in adds an entry.",
    noMatch: "Nothing matches",
    noMatchText:
      "Search by words of the entry, an id or a day such as 2026-01-31. An action is a procedure's path or its beginning, such as admin.users; an actor is a whole name or id.",
  },
  export: {
    path: "/api/admin/audit/export",
    file: "audit-log.csv",
    query: ({ since, ...values }) => ({ ...values, since: startOf(since).since?.toISOString() }),
  },
  columns: [
    {
      head: "What",
      look: "main",
      cell: (entry) => <EntrySentence entry={entry} />,
    },
    {
      head: "When",
      cell: ({ at }) => (
        <time dateTime={at.toISOString()} title={at.toISOString()}>
          {formatDateTime(at)}
        </time>
      ),
    },
    { head: "From", look: "short", cell: ({ address }) => address ?? <None /> },
    { head: "Changed", cell: ({ before, after }) => <Changes changes={changesOf(before, after)} /> },
  ],
});

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <None />;
  return (
    <dl className="changes">
      {changes.map(({ key, before, after }) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>
            {before !== null && (
              <del>
                <span className="visually-hidden">before </span>
                <bdi>{before}</bdi>
              </del>
            )}
            {after !== null && (
              <ins>
                <span className="visually-hidden">after </span>
                <bdi>{after}</bdi>
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
