import { CATEGORIES, type Category, type HalalStatus } from "../shared/places/places.ts";
import {
  ARABIC,
  ARTICLES,
  CITIES,
  ENGLISH,
  FIRST_PARTS,
  KINDS,
  LAST_PARTS,
  MIDDLE_PARTS,
  STREETS,
} from "./sample-words.ts";

/** An invented place in a real city. */
export interface SamplePlace {
  readonly placeId: string | null;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly phone: string;
  readonly website: string;
  readonly category: Category;
  readonly subcategory: string;
  readonly halalCertificate: string;
  readonly halalVerificationStatus: HalalStatus;
  readonly latitude: number;
  readonly longitude: number;
}

const AROUND = 0.18; // degrees, about 12 miles
const COMMONNESS = [0.42, 0.18, 0.2, 0.12, 0.08]; // of the categories, in order

/** Invented places, the same ones for the same seed; a generator, so that a million need no memory. */
export function* samplePlaces(count: number, seed: number): Generator<SamplePlace> {
  const chance = new Chance(seed);
  for (let n = 0; n < count; n += 1) yield placeOf(n, chance);
}

function placeOf(n: number, chance: Chance): SamplePlace {
  const [city, state, north, west, code] = chance.often(CITIES);
  const category = CATEGORIES[chance.among(COMMONNESS)] ?? "restaurant";
  const kind = chance.often(KINDS[category]);
  const status: HalalStatus =
    (["unverified", "reported", "verified", "friendly"] as const)[chance.among([0.45, 0.3, 0.15, 0.1])] ??
    "unverified";
  return {
    placeId: chance.below(10) < 7 ? `sample-${n.toString(36)}` : null,
    name: nameOf(kind, category, chance),
    address: `${1 + chance.below(9_900)} ${chance.one(STREETS)}`,
    city,
    state,
    zipCode: postalCode(code, chance),
    phone: `555${String(1_000_000 + chance.below(9_000_000))}`,
    website: chance.below(3) === 0 ? `https://place-${n + 1}.example.org` : "",
    category,
    subcategory: category === "mosque" ? "" : kind.toLowerCase(),
    halalCertificate: status === "verified" ? `Sample certificate ${1_000 + (n % 9_000)}` : "",
    halalVerificationStatus: status,
    latitude: rounded(north + (chance.next() - 0.5) * AROUND),
    longitude: rounded(-west + (chance.next() - 0.5) * AROUND),
  };
}

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** `10027`, or `M5V 2T6` for a Canadian prefix. */
function postalCode(start: string, chance: Chance): string {
  if (/^\d/.test(start)) return start + String(chance.below(100)).padStart(2, "0");
  return `${start} ${chance.below(10)}${"ABCEGHJKLMNPRSTVWXYZ"[chance.below(20)]}${chance.below(10)}`;
}

function nameOf(kind: string, category: Category, chance: Chance): string {
  const named = chance.often(ARABIC);
  const articled = `${chance.one(ARTICLES).replace(/([a-z])$/, "$1 ")}${named}`;
  const form = chance.below(10);
  if (category === "mosque" && form < 4) return `${kind === "Masjid" ? "Masjid" : kind} ${articled}`;
  if (form < 3) return `${articled} ${kind}`;
  if (form < 5) return `${named} ${kind}`;
  if (form < 8) return `${familyName(chance)} ${kind}`;
  return form === 8
    ? `${chance.one(ENGLISH)} ${chance.one(ENGLISH)} ${kind}`
    : `${chance.one(ENGLISH)} ${named} ${kind}`;
}

const familyName = (chance: Chance): string =>
  chance.often(FIRST_PARTS) +
  chance.often(MIDDLE_PARTS) +
  chance.often(["a", "i", "u"]) +
  (chance.below(3) === 0 ? chance.often(MIDDLE_PARTS) : "r") +
  chance.often(LAST_PARTS);

/** Pseudorandom numbers, the same for the same seed (mulberry32). */
class Chance {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  one<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value; // the index is within
  }

  /** Prefers the first values, as some words and cities are more frequent. */
  often<Value>(values: readonly Value[]): Value {
    return values[Math.floor(values.length * this.next() ** 2)] as Value; // the index is within
  }

  /** The index of a share, chosen by its size; shares add up to 1. */
  among(shares: readonly number[]): number {
    let left = this.next();
    const found = shares.findIndex((share) => {
      left -= share;
      return left < 0;
    });
    return Math.max(found, 0);
  }
}
