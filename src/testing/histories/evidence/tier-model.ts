import type { HalalStatus } from "../../../shared/places/places.ts";
import { type DayNumber, type Location, localDay, yearLater } from "./calendar.ts";

/** What is read on a certificate: the number as an index, whatever its writing. */
export interface ModelRead {
  readonly reader: string;
  readonly issuer: number;
  readonly number: number;
  readonly until: DayNumber;
}

export type Content =
  | ({ readonly kind: "certificate"; readonly from: DayNumber } & ModelRead)
  | ({ readonly kind: "reading"; readonly about: ModelRecord } & ModelRead)
  | { readonly kind: "lookup"; readonly issuer: number; readonly checked: DayNumber }
  | {
      readonly kind: "answer";
      readonly about: ModelRecord;
      readonly answer: "valid" | "not_ours" | "revoked";
      readonly until: DayNumber | null;
    }
  | { readonly kind: "declaration"; readonly isComplete: boolean }
  | { readonly kind: "visit"; readonly checked: DayNumber }
  | { readonly kind: "statement"; readonly isImported: boolean }
  | { readonly kind: "prior"; readonly until: DayNumber }
  | { readonly kind: "revocation"; readonly about: ModelRecord };

export interface ModelRecord {
  /** In milliseconds. */
  readonly at: number;
  readonly content: Content;
}

type Kind = Content["kind"];
type ContentOf<Wanted extends Kind> = Extract<Content, { readonly kind: Wanted }>;

export const isWithdrawn = (record: ModelRecord, known: readonly ModelRecord[]): boolean =>
  known.some(({ content }) => content.kind === "revocation" && content.about === record);

/** The tier on a day, from what was known by its end. */
export function tierOf(known: readonly ModelRecord[], day: DayNumber, location: Location): HalalStatus {
  const held = known.filter((each) => !isWithdrawn(each, known));
  const contents = held.map(({ content }) => content);
  const isDenied = known.some((each) => (lastAnswer(each, held)?.answer ?? "valid") !== "valid");
  const isVerified = held.some((each) => {
    if (each.content.kind === "prior") return !isDenied && day <= each.content.until;
    return each.content.kind === "certificate" && isInForce(each, each.content, { known, held }, day);
  });
  if (isVerified) return "verified";
  if (isFriendly(held, day, location)) return "friendly";
  const claims = contents.some(({ kind }) => ["statement", "declaration", "prior"].includes(kind));
  const isCertified = known.some(
    (each) => each.content.kind === "certificate" && lastAnswer(each, held)?.answer !== "not_ours",
  );
  return claims || isCertified ? "reported" : "unverified";
}

/** The first reading that two people share. */
export function agreedRead(
  about: ModelRecord,
  first: ContentOf<"certificate">,
  known: readonly ModelRecord[],
): ModelRead | undefined {
  const others = known.filter((each) => !isWithdrawn(each, known));
  const reads: ModelRead[] = [first];
  for (const { content } of others)
    if (content.kind === "reading" && content.about === about) reads.push(content);
  const same = (one: ModelRead, other: ModelRead) =>
    one.issuer === other.issuer && one.number === other.number && one.until === other.until;
  return reads.find((each, n) =>
    reads.slice(0, n).some((before) => same(before, each) && before.reader !== each.reader),
  );
}

function lastAnswer(about: ModelRecord, held: readonly ModelRecord[]): ContentOf<"answer"> | undefined {
  const answers = held.flatMap(({ content }) =>
    content.kind === "answer" && content.about === about ? [content] : [],
  );
  return answers.at(-1);
}

function isInForce(
  record: ModelRecord,
  own: ContentOf<"certificate">,
  { known, held }: Readonly<Record<"known" | "held", readonly ModelRecord[]>>,
  day: DayNumber,
): boolean {
  const agreed = agreedRead(record, own, held);
  const answer = lastAnswer(record, held);
  if (!agreed || day < own.from || (answer && answer.answer !== "valid")) return false;
  // the issuer was asked about what the first reader read
  if (answer && agreed.issuer === own.issuer && agreed.number === own.number)
    return day <= (answer.until ?? agreed.until);
  const isFound = held.some(
    (each) =>
      each.content.kind === "lookup" &&
      each.content.issuer === agreed.issuer &&
      own.from <= each.content.checked &&
      each.content.checked <= agreed.until &&
      !isDeniedAfter(each, agreed, known),
  );
  return isFound && day <= agreed.until;
}

/** Whether an issuer denied or revoked this number after a record, whichever record of a certificate it was asked about. */
function isDeniedAfter(record: ModelRecord, read: ModelRead, known: readonly ModelRecord[]): boolean {
  return known.some(({ content }, at) => {
    if (content.kind !== "answer" || content.answer === "valid" || at < known.indexOf(record)) return false;
    const about = content.about.content;
    return about.kind === "certificate" && about.issuer === read.issuer && about.number === read.number;
  });
}

function isFriendly(held: readonly ModelRecord[], day: DayNumber, location: Location): boolean {
  const declared = held.filter(({ content }) => content.kind === "declaration");
  const complete = declared.filter(({ content }) => content.kind === "declaration" && content.isComplete);
  const newest = complete.at(-1);
  if (!newest || declared.at(-1) !== newest) return false;
  const isVisited = held.some(
    ({ content }) => content.kind === "visit" && content.checked <= day && day <= yearLater(content.checked),
  );
  const isRepeated = complete.length > 1 && day <= yearLater(localDay(location, newest.at));
  return isVisited || isRepeated;
}
