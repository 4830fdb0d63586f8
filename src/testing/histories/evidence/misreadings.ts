import fc from "fast-check";
import { randomId } from "../../../shared/id.ts";
import { basic } from "../../accounts.ts";
import type { TestApp } from "../../app.ts";
import { place } from "../../places/places.ts";
import { type DayNumber, dayNumber, dayText } from "./calendar.ts";
import type { Prepared } from "./run.ts";
import { READERS } from "./steps.ts";

/** What a certificate says. */
interface Printed {
  readonly issuer: number;
  readonly number: string;
  readonly until: DayNumber;
}

/** Random numbers below a limit, from a history's seeds. */
type Chance = (below: number) => number;

/** Mistakes of a reader. Some do not change what is read. */
const MISTAKES: readonly ((printed: Printed, chance: Chance) => Partial<Printed>)[] = [
  ({ number }, chance) => ({
    number: replacedAt(number, chance(number.length), "123456789"[chance(9)] ?? ""),
  }),
  ({ number }, chance) => ({ number: swappedAt(number, chance(number.length - 1)) }),
  ({ number }, chance) => ({ number: replacedAt(number, chance(number.length), "") }),
  ({ number }, chance) => ({ number: `${number}${chance(10)}` }),
  ({ issuer }) => ({ issuer: 1 - issuer }),
  ({ until }) => ({ until: dayAndMonthSwapped(until) }),
  ({ until }, chance) => ({ until: until + (chance(2) === 0 ? 365 : -365) }),
  ({ until }, chance) => ({ until: until + (chance(2) === 0 ? 1 : -1) }),
];

/** Other ways to write the same number. */
const WRITINGS: readonly ((number: string, chance: Chance) => string)[] = [
  (number) => number.toLowerCase(),
  (number) => number.replaceAll("0", "O"),
  (number) => number.replaceAll("O", "0"),
  (number) => number.replaceAll("0", "o"),
  (number, chance) => {
    const at = 1 + chance(number.length - 1);
    return `  ${number.slice(0, at)}  ${number.slice(at)} `;
  },
  (number) => [...number].join(" "),
];

const replacedAt = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + 1);
const swappedAt = (text: string, at: number) =>
  text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2);

function dayAndMonthSwapped(day: DayNumber): DayNumber {
  const [year = "", month = "", date = ""] = dayText(day).split("-");
  return Number(date) > 12 ? day : dayNumber(`${year}-${date}-${month}`);
}

/** By the rules: without spaces and case, with O and 0 alike. */
const keyOf = ({ issuer, number, until }: Printed) =>
  [
    issuer,
    [...number.toLowerCase()]
      .filter((sign) => sign !== " ")
      .join("")
      .replaceAll("o", "0"),
    until,
  ].join();

/** A certificate, with the mistake that is tried first, a way of writing, and the seeds of both. */
export const misreading = fc.record({
  number: fc.stringMatching(/^[A-Z]{2}-[0-9O]{4,7}[A-Z]?$/),
  issuer: fc.nat(1),
  until: fc.integer({ min: dayNumber("2027-01-01"), max: dayNumber("2034-12-31") }),
  mistake: fc.nat(MISTAKES.length - 1),
  writing: fc.nat(WRITINGS.length - 1),
  seeds: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
});
type Misreading = typeof misreading extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Reads a certificate wrongly, which must block it and show both readings to a third reader, who decides; and another one
 * rightly in other writing, which must count. Throws if one of them does not.
 */
export async function runMisreading(app: TestApp, prepared: Prepared, seeded: Misreading): Promise<void> {
  const { number, issuer, until, mistake, writing, seeds } = seeded;
  let drawn = 0;
  const chance: Chance = (below) => (seeds[drawn++ % seeds.length] ?? 0) % below;
  const printed = { number, issuer, until };
  const wrong = misread(printed, mistake, chance);
  const { id } = await place(app, { name: `Misread ${randomId()}` });
  const bodyOf = (read: Printed) => ({
    ...{ number: read.number, issuerId: prepared.issuers[read.issuer], validUntil: dayText(read.until) },
  });
  const send = async (line: string, by: number, body?: object) => {
    const answer = await app.send(line, { headers: basic(READERS[by] ?? ""), ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${line} answered ${answer.status}: ${answer.text}`);
    return answer.json;
  };
  const certify = (): Promise<{ id: string }> =>
    send(`POST /api/admin/pois/${id}/evidence`, 0, {
      ...{ kind: "certificate", validFrom: "2026-01-01", ...bodyOf(printed) },
    });
  const first = await certify();
  const differing = await send(`POST /api/reviews/readings/${first.id}`, 1, bodyOf(wrong));
  if (differing.state !== "differs") throw new Error(`${keyOf(wrong)} was taken for ${keyOf(printed)}`);
  const waiting = (await send("GET /api/reviews/readings", 2)) as { id: string; readings: unknown[] }[];
  if (waiting.find((each) => each.id === first.id)?.readings.length !== 2)
    throw new Error("a third reader does not see both readings");
  const decided = await send(`POST /api/reviews/readings/${first.id}`, 2, bodyOf(printed));
  if (decided.state !== "agreed") throw new Error("the third reader does not decide");
  const second = await certify();
  const written = { ...printed, number: WRITINGS[writing]?.(number, chance) ?? number };
  const alike = await send(`POST /api/reviews/readings/${second.id}`, 1, bodyOf(written));
  if (alike.state !== "agreed") throw new Error(`${written.number} was not taken for ${number}`);
}

/** The first mistake from this one on that changes what is read. */
function misread(printed: Printed, mistake: number, chance: Chance): Printed {
  for (let turn = 0; turn < MISTAKES.length; turn += 1) {
    const made = MISTAKES[(mistake + turn) % MISTAKES.length]?.(printed, chance);
    const read = { ...printed, ...made };
    if (read.number !== "" && keyOf(read) !== keyOf(printed)) return read;
  }
  throw new Error("no mistake changes what is read");
}
