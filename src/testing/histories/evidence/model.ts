import { days } from "../../../shared/duration.ts";
import type { HalalStatus } from "../../../shared/places/places.ts";
import { type DayNumber, dayNumber, LOCATIONS, type Location, localDay, midnight } from "./calendar.ts";
import { LAST_DAYS, type Read, type Step } from "./steps.ts";
import {
  agreedRead,
  type Content,
  isWithdrawn,
  type ModelRead,
  type ModelRecord,
  tierOf,
} from "./tier-model.ts";

/** What a step must answer; 0 for one that sends nothing. */
export interface Outcome {
  readonly status: number;
  /** Of a reading that is taken. */
  readonly state?: "agreed" | "differs";
}

/** The rules of evidence and tiers (docs/decisions/022-tiers-from-evidence.md), asked about one day at a time. */
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
        const known = this.records.filter((each) => !isWithdrawn(each, this.records));
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
    if (agreedRead(about, first, this.records) || isWithdrawn(about, this.records)) return { status: 409 };
    const { issuer, number, until } = step.agrees ? first : readOf(step.read, step.reader);
    this.#keep({ kind: "reading", about, reader, issuer, number, until });
    return { status: 201, state: agreedRead(about, first, this.records) ? "agreed" : "differs" };
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
    if (isWithdrawn(record, this.records)) return 409;
    this.#keep({ kind: "revocation", about: record });
    return how === "record" ? 201 : 200;
  }

  /** The tiers on these days in a row, as known now; null for a masjid. */
  tiers(from: DayNumber, count: number): readonly HalalStatus[] {
    const dated = this.records.map((record) => ({ record, day: localDay(this.location, record.at) }));
    return Array.from({ length: count }, (_, n) => {
      const known = dated.filter(({ day }) => day <= from + n).map(({ record }) => record);
      return tierOf(known, from + n, this.location);
    });
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
