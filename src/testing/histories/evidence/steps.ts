import fc from "fast-check";
import { LOCATIONS } from "./calendar.ts";

/** What is read on a certificate. All are indexes of pools, so that readings often agree. */
export interface Read {
  readonly issuer: number;
  readonly number: number;
  /** How the number is written; the ways of one number are alike. */
  readonly writing: number;
  readonly until: number;
}

/**
 * One act of a history. `reader` and `location` are indexes; `about` counts back from the newest certificate or record,
 * withdrawn ones too; `ago` and `from` are days.
 */
export type Step =
  | { readonly act: "certificate"; readonly reader: number; readonly read: Read; readonly from: number }
  | {
      readonly act: "reading";
      readonly about: number;
      readonly reader: number;
      readonly read: Read;
      /** Copies what the certificate's first reader read, in another way of writing. */
      readonly agrees: boolean;
    }
  | { readonly act: "lookup"; readonly issuer: number; readonly ago: number }
  | {
      readonly act: "answer";
      readonly about: number;
      readonly answer: "valid" | "not_ours" | "revoked";
      readonly until: number | null;
    }
  | { readonly act: "declare"; readonly flags: readonly [boolean, boolean, boolean] }
  | { readonly act: "visit"; readonly ago: number }
  | { readonly act: "state" }
  | { readonly act: "ownerState" }
  | { readonly act: "import" }
  | { readonly act: "prior"; readonly until: number }
  | { readonly act: "withdraw"; readonly about: number; readonly how: "record" | "revoke" }
  | { readonly act: "category"; readonly category: "mosque" | "restaurant" }
  | { readonly act: "move"; readonly location: number }
  | { readonly act: "expire" }
  | { readonly act: "wait"; readonly days: number }
  /** Waits until a second before or after a midnight, where the place is or elsewhere. */
  | {
      readonly act: "midnight";
      readonly days: number;
      readonly location: number | null;
      readonly after: boolean;
    };

export const READERS = ["amina", "bilal", "carim"] as const;
export const ISSUERS = ["Halal Council", "Zabiha Board"] as const;
export const NUMBERS = ["HC-100", "HC-1O8", "0077 B"] as const;
export const WRITINGS: readonly ((number: string) => string)[] = [
  (number) => number,
  (number) => number.toLowerCase(),
  (number) => number.replaceAll("0", "O"),
  (number) => number.replaceAll("O", "0").replaceAll("", " "),
  (number) => number.replaceAll("0", "o").replaceAll(" ", ""),
];
export const LAST_DAYS = ["2026-06-30", "2027-02-28", "2028-02-29", "2030-12-31", "2032-02-29", "2035-06-30"];

const index = (pool: readonly unknown[]) => fc.nat(pool.length - 1);
const reader = index(READERS);
const issuer = fc.constantFrom(0, 0, 0, 1);
const until = index(LAST_DAYS);
const location = index(LOCATIONS);
const read = fc.record({
  issuer,
  number: fc.constantFrom(0, 0, 0, 1, 2),
  writing: index(WRITINGS),
  until,
});
const about = fc.constantFrom(0, 0, 0, 1, 2);
const ago = fc.constantFrom(0, 0, 1, 30, 364, 365, 366);
const mostly = fc.constantFrom(true, true, true, true, false);
const act = <Act extends string>(name: Act) => fc.constant(name);

const certificate = fc.record({
  act: act("certificate"),
  reader,
  read,
  from: fc.integer({ min: -40, max: 40 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: certificate },
  {
    weight: 7,
    arbitrary: fc.record({ act: act("reading"), about, reader, read, agrees: mostly }),
  },
  { weight: 5, arbitrary: fc.record({ act: act("lookup"), issuer, ago }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: act("answer"),
      about,
      answer: fc.constantFrom("valid" as const, "valid" as const, "not_ours" as const, "revoked" as const),
      until: fc.option(until),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: act("declare"), flags: fc.tuple(mostly, mostly, mostly) }) },
  { weight: 3, arbitrary: fc.record({ act: act("visit"), ago }) },
  { weight: 1, arbitrary: fc.record({ act: act("state") }) },
  { weight: 1, arbitrary: fc.record({ act: act("ownerState") }) },
  { weight: 1, arbitrary: fc.record({ act: act("import") }) },
  { weight: 1, arbitrary: fc.record({ act: act("prior"), until }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: act("withdraw"),
      about: fc.nat(8),
      how: fc.constantFrom("record" as const, "revoke" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: act("category"),
      category: fc.constantFrom("mosque" as const, "restaurant" as const, "restaurant" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: act("move"), location }) },
  { weight: 2, arbitrary: fc.record({ act: act("expire") }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: act("wait"), days: fc.constantFrom(1, 20, 59, 60, 180, 365) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: act("midnight"),
      days: fc.constantFrom(0, 1, 90, 365),
      location: fc.option(location),
      after: fc.boolean(),
    }),
  },
);

/** A place with a certificate, and then anything. */
export const evidenceHistory: fc.Arbitrary<{ readonly location: number; readonly steps: readonly Step[] }> =
  fc.record({
    location,
    steps: fc
      .tuple(certificate, fc.array(step, { minLength: 4, maxLength: 18, size: "max" }))
      .map(([first, others]) => [first, ...others]),
  });
