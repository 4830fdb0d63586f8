import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { AuditEntry } from "../../../modules/audit/schema.ts";
import type { RecordNoun } from "../../../shared/audit/action-words.ts";
import { sentenceOf } from "../../../shared/audit/sentence.ts";
import { formatDateTime } from "../../../shared/format.ts";
import { declareList } from "../../kit/records/declare-list.ts";
import { auditParams } from "../../kit/records/lists.ts";
import { ResourceList } from "../../kit/records/resource-list.tsx";
import { StaffFrame } from "../../kit/staff/frame.tsx";
import { PARTNER_MANAGERS } from "../../kit/staff/roles.ts";
import { useStaff } from "../../kit/staff/use-staff.ts";
import { None } from "../../kit/table/cells.tsx";
import { UserText } from "../../kit/text/user-text.tsx";

export function AuditPage() {
  return (
    <StaffFrame title="Audit">
      <ResourceList list={auditList} />
    </StaffFrame>
  );
}

/** The day begins where the reader is, not at midnight UTC. */
const startOf = (day: string | undefined): { readonly since?: Date } =>
  day === undefined ? {} : { since: new Date(`${day}T00:00`) };

/** Every change and every sign-in, newest first. */
const auditList = declareList({
  params: auditParams,
  views: "audit",
  wraps: true,
  alwaysFresh: true,
  query: (utils, { since, ...input }) => utils.admin.audit.list.queryOptions({ ...input, ...startOf(since) }),
  words: {
    title: "Audit entries",
    isScreen: true,
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

interface Change {
  readonly key: string;
  /** Null if the key is absent. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The changes of an audit entry by key, without unchanged values. */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  return keys
    .map((key) => ({ key: wordsOf(key), before: was.get(key) ?? null, after: is.get(key) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** What says only that the act was done, which the sentence says. */
const SAID_BY_SENTENCE: ReadonlySet<string> = new Set(["success", "quarantined", "format"]);

/** `business name` of `businessName`. */
const wordsOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const BOOLEANS: ReadonlyMap<unknown, string> = new Map([
  [true, "yes"],
  [false, "no"],
]);

const shownOf = (value: unknown): string =>
  BOOLEANS.get(value) ?? (typeof value === "string" ? value : JSON.stringify(value));

function entriesOf(state: unknown): ReadonlyMap<string, string> {
  if (state === null || typeof state !== "object") return new Map();
  return new Map(
    Object.entries(state)
      .filter(([key, value]) => value !== null && value !== "" && !SAID_BY_SENTENCE.has(key))
      .map(([key, value]) => [key, shownOf(value)]),
  );
}

const WITHOUT_NAME: ReadonlyMap<string, string> = new Map([
  ["visitor", "A visitor"],
  ["schedule", "The schedule"],
  ["partner", "A partner"],
  ["staff", "A staff member"],
  ["operator", "An operator"],
]);

/** An entry as a sentence: who did what to which record. Below it are the action's name and the way to its history. */
function EntrySentence({ entry }: { readonly entry: AuditEntry }) {
  const { actor, action, after, subject, name, token } = entry;
  const { text, record } = sentenceOf(action, after, name);
  return (
    <>
      <span className="changes-sentence" data-lines="one">
        <Actor actor={actor} /> {text}
        {record &&
          (subject === null ? (
            record.words
          ) : (
            <RecordLink {...record} action={action} id={subject} name={name} />
          ))}
        {record?.rest}
      </span>
      <span className="table-sub">
        <Action path={action} />
        {subject !== null && (
          <>
            {" · "}
            <Link to="/admin/audit" search={{ q: subject }}>
              History
            </Link>
          </>
        )}
      </span>
      {token && (
        <span className="table-sub">
          with the token <UserText text={token.name} />
        </span>
      )}
    </>
  );
}

function Actor({ actor: { kind, id, name } }: Pick<AuditEntry, "actor">) {
  const actor = name ?? id;
  if (actor === null || kind === "visitor" || kind === "schedule") return WITHOUT_NAME.get(kind) ?? kind;
  return (
    <Link to="/admin/audit" search={{ actor }}>
      <UserText text={actor} />
    </Link>
  );
}

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

interface RecordLinkProps {
  readonly action: string;
  readonly noun: RecordNoun;
  readonly id: string;
  /** Null if it is not known; then the record may be gone. */
  readonly name: string | null;
  readonly words: string;
}

/** The screens that show a record of a kind. */
const SCREENS: Readonly<Partial<Record<RecordNoun, { readonly to: string; readonly param: string }>>> = {
  place: { to: "/admin/places", param: "place" },
  broadcast: { to: "/admin/broadcasts", param: "open" },
  inquiry: { to: "/admin/inquiries", param: "open" },
  staff: { to: "/admin/users", param: "open" },
  gift: { to: "/admin/payments", param: "open" },
  mail: { to: "/admin/mails", param: "open" },
  partner: { to: "/partner-manager", param: "open" },
};

/** The record of an entry, linked to the screen that shows it. */
function RecordLink({ action, noun, id, name, words }: RecordLinkProps) {
  const { role } = useStaff();
  const text = <UserText text={words} />;
  if (noun === "claim" || noun === "request")
    return (
      <Link to="/admin/reviews" search={{ case: `${noun}:${id}` }}>
        {text}
      </Link>
    );
  if (action === "sync.decide" && name !== null)
    return (
      <Link to="/admin/sync" search={{ failure: id }}>
        {text}
      </Link>
    );
  const screen = SCREENS[noun];
  const isAllowed = noun !== "partner" || PARTNER_MANAGERS.includes(role);
  if (!screen || name === null || !isAllowed) return text;
  return (
    <Link to={screen.to} search={{ [screen.param]: id }}>
      {text}
    </Link>
  );
}
