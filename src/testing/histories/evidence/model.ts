import { days } from "../../../shared/duration.ts";
import type { HalalStatus } from "../../../shared/places/places.ts";
import {
  type DayNumber,
  dayNumber,
  LOCATIONS,
  type Location,
  localDay,
  midnight,
  yearLater,
} from "./calendar.ts";
import { LAST_DAYS, type Read, type Step } from "./steps.ts";

/** What is read on a certificate: the number as an index, whatever its writing. */
interface ModelRead {
  readonly reader: string;
  readonly issuer: number;
  readonly number: number;
  readonly until: DayNumber;
}

type Content =
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

/** What a step must answer; 0 for one that sends nothing. */
export interface Outcome {
  readonly status: number;
  /** Of a reading that is taken. */
  readonly state?: "agreed" | "differs";
}

/** Evidence and tiers as the contract has them in section 13, asked about one day at a time. */
export class EvidenceModel {
  readonly records: ModelRecord[] = [];
  isMasjid = false;

  constructor(
    public now: number,
    public location: Location,
  ) {}

  get today(): DayNumber {
    return localDay(this.location, this.now);
  }

  certificate(about: number): ModelRecord | undefined {
    return this.records.filter(({ content }) => content.kind === "certificate").at(-1 - about);
  }

  apply(step: Step): Outcome {
    switch (step.act) {
      case "wait":
        this.now += days(step.days);
        return { status: 0 };
      case "midnight":
        this.#waitForMidnight(step);
        return { status: 0 };
      case "move":
        this.location = LOCATIONS[step.location] ?? this.location;
        return { status: 200 };
      case "category":
        this.isMasjid = step.category === "mosque";
        return { status: 200 };
      case "expire":
        return { status: 200 };
      case "reading":
        return this.#read(step);
      case "withdraw":
        return { status: this.#withdraw(step) };
      case "answer":
        return this.#answer(step);
      default:
        return { status: this.isMasjid ? MASJID[step.act] : this.#add(step) };
    }
  }

  #waitForMidnight({ days: later, location, after }: Extract<Step, { act: "midnight" }>): void {
    const where = location === null ? this.location : (LOCATIONS[location] ?? this.location);
    const next = midnight(where, localDay(where, this.now) + 1 + later);
    this.now = Math.max(this.now, after ? next + 1_000 : next - 1_000);
  }

  #keep(content: Content): number {
    this.records.push({ at: this.now, content });
    return 201;
  }

  #add(
    step: Exclude<
      Step,
      { act: "wait" | "midnight" | "move" | "category" | "expire" | "reading" | "withdraw" | "answer" }
    >,
  ): number {
    const { today } = this;
    switch (step.act) {
      case "certificate": {
        const read = readOf(step.read, step.reader);
        const from = today + step.from;
        return from > read.until ? 400 : this.#keep({ kind: "certificate", from, ...read });
      }
      case "lookup":
        return this.#keep({ kind: "lookup", issuer: step.issuer, checked: today - step.ago });
      case "declare":
        return this.#keep({ kind: "declaration", isComplete: step.flags.every(Boolean) });
      case "visit":
        return this.#keep({ kind: "visit", checked: today - step.ago });
      case "prior":
        return this.#keep({ kind: "prior", until: lastDay(step.until) });
      case "import": {
        const known = this.records.filter((each) => !this.#isWithdrawn(each, this.records));
        if (known.some(({ content }) => content.kind === "statement" && content.isImported)) return 201;
        return this.#keep({ kind: "statement", isImported: true });
      }
      default:
        return this.#keep({ kind: "statement", isImported: false });
    }
  }

  #read(step: Extract<Step, { act: "reading" }>): Outcome {
    const about = this.certificate(step.about);
    if (about?.content.kind !== "certificate") return { status: 404 };
    if (this.isMasjid) return { status: 400 };
    const first = about.content;
    const reader = String(step.reader);
    const readers = this.records.flatMap(({ content }) =>
      content.kind === "reading" && content.about === about ? [content.reader] : [],
    );
    if ([first.reader, ...readers].includes(reader)) return { status: 403 };
    if (this.#agreed(about, first, this.records) || this.#isWithdrawn(about, this.records))
      return { status: 409 };
    const { issuer, number, until } = step.agrees ? first : readOf(step.read, step.reader);
    this.#keep({ kind: "reading", about, reader, issuer, number, until });
    return { status: 201, state: this.#agreed(about, first, this.records) ? "agreed" : "differs" };
  }

  #answer({ about, answer, until }: Extract<Step, { act: "answer" }>): Outcome {
    const certificate = this.certificate(about);
    if (!certificate || this.isMasjid) return { status: 400 };
    const isAnswered = this.records.some(
      ({ at, content }) => at === this.now && content.kind === "answer" && content.about === certificate,
    );
    if (isAnswered) return { status: 400 }; // an answer ends all links that were mailed until then
    this.#keep({ kind: "answer", about: certificate, answer, until: until === null ? null : lastDay(until) });
    return { status: 200 };
  }

  #withdraw({ about, how }: Extract<Step, { act: "withdraw" }>): number {
    const record = this.records.at(-1 - about);
    const isNone = !record || record.content.kind === "revocation";
    if (how === "record" && this.isMasjid) return 400;
    if (isNone) return how === "record" ? 400 : 404;
    if (record.content.kind === "answer" && record.content.answer !== "valid") return 409;
    if (this.isMasjid) return 400;
    if (this.#isWithdrawn(record, this.records)) return 409;
    this.#keep({ kind: "revocation", about: record });
    return how === "record" ? 201 : 200;
  }

  #isWithdrawn = (record: ModelRecord, known: readonly ModelRecord[]): boolean =>
    known.some(({ content }) => content.kind === "revocation" && content.about === record);

  /** The tiers on these days in a row, as known now; null for a masjid. */
  tiers(from: DayNumber, count: number): readonly HalalStatus[] {
    const dated = this.records.map((record) => ({ record, day: localDay(this.location, record.at) }));
    return Array.from({ length: count }, (_, n) => {
      const known = dated.filter(({ day }) => day <= from + n).map(({ record }) => record);
      return this.#tierOf(known, from + n);
    });
  }

  #tierOf(known: readonly ModelRecord[], day: DayNumber): HalalStatus {
    const held = known.filter((each) => !this.#isWithdrawn(each, known));
    const contents = held.map(({ content }) => content);
    const isDenied = known.some((each) => (this.#lastAnswer(each, held)?.answer ?? "valid") !== "valid");
    const isVerified = held.some((each) => {
      if (each.content.kind === "prior") return !isDenied && day <= each.content.until;
      return each.content.kind === "certificate" && this.#isInForce(each, each.content, { known, held }, day);
    });
    if (isVerified) return "verified";
    if (this.#isFriendly(held, day)) return "friendly";
    const claims = contents.some(({ kind }) => ["statement", "declaration", "prior"].includes(kind));
    const isCertified = known.some(
      (each) => each.content.kind === "certificate" && this.#lastAnswer(each, held)?.answer !== "not_ours",
    );
    return claims || isCertified ? "reported" : "unverified";
  }

  /** The first reading that two people share. */
  #agreed(
    about: ModelRecord,
    first: ContentOf<"certificate">,
    known: readonly ModelRecord[],
  ): ModelRead | undefined {
    const others = known.filter((each) => !this.#isWithdrawn(each, known));
    const reads: ModelRead[] = [first];
    for (const { content } of others)
      if (content.kind === "reading" && content.about === about) reads.push(content);
    const same = (one: ModelRead, other: ModelRead) =>
      one.issuer === other.issuer && one.number === other.number && one.until === other.until;
    return reads.find((each, n) =>
      reads.slice(0, n).some((before) => same(before, each) && before.reader !== each.reader),
    );
  }

  #lastAnswer(about: ModelRecord, held: readonly ModelRecord[]): ContentOf<"answer"> | undefined {
    const answers = held.flatMap(({ content }) =>
      content.kind === "answer" && content.about === about ? [content] : [],
    );
    return answers.at(-1);
  }

  #isInForce(
    record: ModelRecord,
    own: ContentOf<"certificate">,
    { known, held }: Readonly<Record<"known" | "held", readonly ModelRecord[]>>,
    day: DayNumber,
  ): boolean {
    const agreed = this.#agreed(record, own, held);
    const answer = this.#lastAnswer(record, held);
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
        !this.#isDeniedAfter(each, agreed, known),
    );
    return isFound && day <= agreed.until;
  }

  /** Whether an issuer denied or revoked this number after a record, whichever record of a certificate it was asked about. */
  #isDeniedAfter(record: ModelRecord, read: ModelRead, known: readonly ModelRecord[]): boolean {
    return known.some(({ content }, at) => {
      if (content.kind !== "answer" || content.answer === "valid" || at < known.indexOf(record)) return false;
      const about = content.about.content;
      return about.kind === "certificate" && about.issuer === read.issuer && about.number === read.number;
    });
  }

  #isFriendly(held: readonly ModelRecord[], day: DayNumber): boolean {
    const declared = held.filter(({ content }) => content.kind === "declaration");
    const complete = declared.filter(({ content }) => content.kind === "declaration" && content.isComplete);
    const newest = complete.at(-1);
    if (!newest || declared.at(-1) !== newest) return false;
    const isVisited = held.some(
      ({ content }) =>
        content.kind === "visit" && content.checked <= day && day <= yearLater(content.checked),
    );
    const isRepeated = complete.length > 1 && day <= yearLater(localDay(this.location, newest.at));
    return isVisited || isRepeated;
  }
}

/** What a masjid answers; an import and a former owner's statement add nothing. */
const MASJID = {
  certificate: 400,
  lookup: 400,
  declare: 400,
  visit: 400,
  state: 400,
  ownerState: 201,
  import: 201,
  prior: 201,
} as const;

const lastDay = (until: number): DayNumber => dayNumber(LAST_DAYS[until] ?? "");
const readOf = ({ issuer, number, until }: Read, reader: number): ModelRead => ({
  ...{ reader: String(reader), issuer, number, until: lastDay(until) },
});
