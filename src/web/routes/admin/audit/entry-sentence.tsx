import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { AuditEntry } from "../../../../modules/audit/schema.ts";
import { sentenceOf } from "../../../../shared/audit/sentence.ts";
import { UserText } from "../../../ui/user-text/user-text.tsx";
import { RecordLink } from "./record-link.tsx";

const WITHOUT_NAME: ReadonlyMap<string, string> = new Map([
  ["visitor", "A visitor"],
  ["schedule", "The schedule"],
  ["partner", "A partner"],
  ["staff", "A staff member"],
  ["operator", "An operator"],
]);

/** An entry as a sentence: who did what to which record. Below it are the action's name and the way to its history. */
export function EntrySentence({ entry }: { readonly entry: AuditEntry }) {
  const { actor, action, after, subject, name, token } = entry;
  const { text, record } = sentenceOf(action, after, name);
  return (
    <>
      <span>
        <Actor actor={actor} /> {text}
        {record && (subject === null ? record.words : <RecordLink {...record} id={subject} name={name} />)}
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
