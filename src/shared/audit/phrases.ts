import type { TrashKind } from "../trash/trash-kinds.ts";
import type { RecordNoun } from "./record-nouns.ts";

/** What an action did, after the actor's name. `{place}` is the record that it was done to. */
export type Phrase = string | ((after: Readonly<Record<string, unknown>>) => string);

/** A sign-in, which may fail. */
export const signedIn =
  (how: string): Phrase =>
  ({ success }) =>
    success === false ? `failed to sign in${how}` : `signed in${how}`;
const DECISIONS: Readonly<Record<string, string>> = { approved: "approved", rejected: "rejected" };

/** A decision about a claim or a request. */
export const decided =
  (noun: RecordNoun): Phrase =>
  ({ status, decision }) =>
    decision === "more"
      ? `asked for more about {${noun}}`
      : `${DECISIONS[String(status)] ?? "decided"} {${noun}}`;

/** Something done to a note, in terms of the record that it is about. */
export const noted =
  (verb: string): Phrase =>
  ({ kind }) =>
    `${verb} a note about ${typeof kind === "string" ? (NOTED[kind] ?? NOTED_ELSE) : NOTED_ELSE}`;
const NOTED_ELSE = "a record";
const NOTED: Readonly<Record<string, string>> = {
  inquiry: "{inquiry}",
  claim: "{claim}",
  request: "{request}",
  partner: "{partner}",
  signup: "a signup",
};

const RESTORED: Readonly<Record<TrashKind, string>> = {
  signup: "restored a signup from the trash",
  inquiry: "restored {inquiry} from the trash",
  quarantine: "restored a submission in quarantine",
  partner: "restored {partner} from the trash",
  broadcast: "restored {broadcast} from the trash",
  place: "restored {place} from the trash",
};

/** What a restoration did. */
export const restoredFromTrash = ({ kind }: Readonly<Record<string, unknown>>): string =>
  new Map<unknown, string>(Object.entries(RESTORED)).get(kind) ?? "restored a record from the trash";

/** A change of an inquiry's stage, assignee or place. */
export const moved: Phrase = ({ stage, assigneeId, placeId }) => {
  if (stage !== undefined) return `marked {inquiry} as ${String(stage)}`;
  if (assigneeId !== undefined) return assigneeId === null ? "unassigned {inquiry}" : "assigned {inquiry}";
  return placeId === null ? "unlinked {inquiry} from its place" : "linked {inquiry} to a place";
};

/** A decision on a place that failed to sync. */
export const syncDecided: Phrase = ({ decision }) => {
  if (decision === "link") return "linked {place} to a row of the main database";
  return decision === "insert"
    ? "chose a new row of the main database for {place}"
    : "took {place} out of the sync until it changes";
};
