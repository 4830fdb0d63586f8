import { Fragment } from "react";
import type { AuditEntry } from "../../../../modules/audit/schema.ts";
import { declareList } from "../../../blocks/resource-list/declare-list.ts";
import { formatDateTime } from "../../../lib/format/format-date.ts";
import { None } from "../../../ui/table/cells.tsx";
import { UserText } from "../../../ui/user-text/user-text.tsx";
import { type Change, changesOf } from "./changes.ts";
import { auditParams } from "./list-search-params.ts";

/** Every change and every sign-in, newest first. */
export const auditList = declareList({
  params: auditParams,
  pageSize: 50,
  alwaysFresh: true,
  query: (utils, { since, ...input }) =>
    utils.admin.audit.list.queryOptions({
      ...input,
      // The day begins where the reader is, not at midnight UTC.
      ...(since !== undefined && { since: new Date(`${since}T00:00`) }),
    }),
  words: {
    title: "Audit entries",
    caption: "Audit entries, newest first",
    pages: "Pages of the audit log",
    failed: "The audit log could not be loaded",
    empty: "The audit log is empty",
    emptyText: "Every change and every sign-in adds an entry.",
    noMatch: "Nothing matches",
    noMatchText:
      "An action is a procedure's path or its beginning, such as admin.users; an actor is a whole name or id.",
  },
  columns: [
    {
      head: "What",
      look: "main",
      cell: ({ action, subject }) => (
        <>
          <Action path={action} />
          {subject && (
            <span className="table-sub table-id" title={subject}>
              on {subject}
            </span>
          )}
        </>
      ),
    },
    { head: "Who", cell: ({ actor, token }) => <Actor actor={actor} token={token} /> },
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

/** Breaks only behind a dot. */
const Action = ({ path }: { readonly path: string }) =>
  path.split(".").map((part, index, { length }) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move, and one may appear twice
    <Fragment key={index}>
      {part}
      {index < length - 1 && "."}
      <wbr />
    </Fragment>
  ));

const KINDS: ReadonlyMap<string, string> = new Map([
  ["staff", "staff"],
  ["operator", "on the machine"],
  ["partner", "partner"],
]);

function Actor({ actor: { kind, id, name }, token }: Pick<AuditEntry, "actor" | "token">) {
  if (kind === "visitor") return "A visitor";
  if (kind === "schedule") return "The schedule";
  return (
    <>
      {name || id ? <UserText text={name ?? id ?? ""} /> : <None />}
      <span className="table-sub">{KINDS.get(kind) ?? kind}</span>
      {token && (
        <span className="table-sub">
          with token <UserText text={token.name} />
        </span>
      )}
    </>
  );
}

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
