import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { days } from "../shared/duration.ts";
import { dayIn } from "../shared/places/days.ts";
import { CATEGORIES, type Category, type HalalStatus } from "../shared/places/places.ts";
import type { Callers } from "./callers.ts";
import type { SampleEvent, SampleStaff } from "./events.ts";

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
  const articled = withArticle(named, chance.one(ARTICLES));
  const form = chance.below(10);
  if (category === "mosque" && form < 4) return `${kind === "Masjid" ? "Masjid" : kind} ${articled}`;
  if (form < 3) return `${articled} ${kind}`;
  if (form < 5) return `${named} ${kind}`;
  if (form < 8) return `${familyName(chance)} ${kind}`;
  return form === 8
    ? `${chance.one(ENGLISH)} ${chance.one(ENGLISH)} ${kind}`
    : `${chance.one(ENGLISH)} ${named} ${kind}`;
}

/** Names of people and of some towns take none; before a sun letter its l may be written as it is spoken. */
function withArticle(named: string, article: string): string {
  if (WITHOUT_ARTICLE.includes(named)) return named;
  if (article !== ASSIMILATED) return article.replace(/([a-z])$/, "$1 ") + named;
  const [sun] = /^(?:Sh|Th|Dh|[TDRZSLN])/.exec(named) ?? [];
  return `A${sun === undefined ? "l" : sun.toLowerCase()}-${named}`;
}

const familyName = (chance: Chance): string =>
  chance.often(FIRST_PARTS) +
  chance.often(MIDDLE_PARTS) +
  chance.often(["a", "i", "u"]) +
  (chance.below(3) === 0 ? chance.often(MIDDLE_PARTS) : "r") +
  chance.often(LAST_PARTS);

/** Pseudorandom numbers, the same for the same seed (mulberry32). */
export class Chance {
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

/** Cities of the sample places: name, state, degrees north and west, and the prefix of their postal codes. */
const CITIES: readonly (readonly [string, string, number, number, string])[] = [
  ["New York", "NY", 40.7128, 74.006, "100"],
  ["Brooklyn", "NY", 40.6782, 73.9442, "112"],
  ["Buffalo", "NY", 42.8864, 78.8784, "142"],
  ["Los Angeles", "CA", 34.0522, 118.2437, "900"],
  ["San Diego", "CA", 32.7157, 117.1611, "921"],
  ["San Francisco", "CA", 37.7749, 122.4194, "941"],
  ["Sacramento", "CA", 38.5816, 121.4944, "958"],
  ["Chicago", "IL", 41.8781, 87.6298, "606"],
  ["Houston", "TX", 29.7604, 95.3698, "770"],
  ["Dallas", "TX", 32.7767, 96.797, "752"],
  ["Austin", "TX", 30.2672, 97.7431, "787"],
  ["San Antonio", "TX", 29.4241, 98.4936, "782"],
  ["Philadelphia", "PA", 39.9526, 75.1652, "191"],
  ["Pittsburgh", "PA", 40.4406, 79.9959, "152"],
  ["Dearborn", "MI", 42.3223, 83.1763, "481"],
  ["Detroit", "MI", 42.3314, 83.0458, "482"],
  ["Columbus", "OH", 39.9612, 82.9988, "432"],
  ["Cleveland", "OH", 41.4993, 81.6944, "441"],
  ["Minneapolis", "MN", 44.9778, 93.265, "554"],
  ["Milwaukee", "WI", 43.0389, 87.9065, "532"],
  ["Boston", "MA", 42.3601, 71.0589, "021"],
  ["Paterson", "NJ", 40.9168, 74.1718, "075"],
  ["Jersey City", "NJ", 40.7178, 74.0431, "073"],
  ["Washington", "DC", 38.9072, 77.0369, "200"],
  ["Baltimore", "MD", 39.2904, 76.6122, "212"],
  ["Atlanta", "GA", 33.749, 84.388, "303"],
  ["Orlando", "FL", 28.5383, 81.3792, "328"],
  ["Miami", "FL", 25.7617, 80.1918, "331"],
  ["Phoenix", "AZ", 33.4484, 112.074, "850"],
  ["Denver", "CO", 39.7392, 104.9903, "802"],
  ["Seattle", "WA", 47.6062, 122.3321, "981"],
  ["Portland", "OR", 45.5152, 122.6784, "972"],
  ["St. Louis", "MO", 38.627, 90.1994, "631"],
  ["Nashville", "TN", 36.1627, 86.7816, "372"],
  ["Toronto", "ON", 43.6532, 79.3832, "M5V"],
  ["Mississauga", "ON", 43.589, 79.6441, "L5B"],
  ["Ottawa", "ON", 45.4215, 75.6972, "K1P"],
  ["Montréal", "QC", 45.5019, 73.5674, "H2X"],
  ["Calgary", "AB", 51.0447, 114.0719, "T2P"],
  ["Vancouver", "BC", 49.2827, 123.1207, "V6B"],
];

/** First words of invented names, in several transliterations. */
const ARABIC = words(
  "Noor Nur Nour Rahma Rahmah Salam Salaam Huda Taqwa Furqan Iman Ikhlas Hamza Bilal Khalid Omar Umar Usman Uthman Ali Hasan Hussain Fatima Khadija Aisha Maryam Yusuf Ibrahim Idris Musa Isa Zakariya Dawud Sulaiman Farooq Siddiq Madina Medina Makkah Quba Aqsa Quds Andalus Zaytuna Barakah Baraka Ansar Hijra Safa Marwa Arafat Mina Zamzam Kawthar Rayyan Firdaus Jannah Sabr Shukr Tawheed Sunnah Falah Najah Hilal Qamar Shams Najm Fajr Isra Miraj Ramadan Karim Kareem Rahim Raheem Hakim Latif Wadud Nasr Amin Ameen Sadiq Tariq Jamal Kamal Rashid Rasheed",
);
const WITHOUT_ARTICLE = words(
  "Hamza Bilal Khalid Omar Umar Usman Uthman Ali Hasan Hussain Fatima Khadija Aisha Maryam Yusuf Ibrahim Idris Musa Isa Zakariya Dawud Sulaiman Makkah Quba Arafat Mina Zamzam Ramadan Tariq Jamal Kamal",
);
const ASSIMILATED = "A*-";
const ARTICLES = words("Al- Al- Al- El- Al El A*- A*- A*- A*-");
const ENGLISH = words(
  "Crescent Olive Saffron Lantern Cedar Date Palm Minaret Garden Golden Silk Spice River Harbor Orchard Pomegranate Jasmine Rose Desert Oasis Sultan Royal Star Corner Family Brothers Sunrise Village Bridge Old Town Ruby Emerald Copper Marble Fig Almond Mint Cardamom Cinnamon Tulip Cypress Falcon Pearl Amber Grand Little Green White Blue",
);

/** Kinds of places in names, by category. */
const KINDS = {
  restaurant: words(
    "Grill|Halal Grill|Kitchen|Restaurant|Halal Restaurant|Cafe|Kabob House|Kebab|Shawarma|Biryani House|Tandoori|Bakery|Diner|Pizza & Grill|Falafel|BBQ|Mediterranean Grill|Sweets & Cafe|Afghan Cuisine|Yemeni Kitchen",
    "|",
  ),
  mosque: words("Mosque|Masjid|Islamic Center|Islamic Society|Musalla|Jami Masjid|Community Mosque", "|"),
  grocery: words(
    "Market|Halal Meat|Halal Market|Grocery|International Foods|Supermarket|Butcher|Halal Meat & Grocery|Bazaar|Foods",
    "|",
  ),
  services: words(
    "Tax Services|Travel|Auto Repair|Insurance|Law Office|Funeral Services|Barber Shop|Academy|Pharmacy|Tailoring|Dental Care|Web Services",
    "|",
  ),
  retail: words(
    "Fashion|Modest Wear|Books|Jewelers|Perfumes|Gifts|Carpets|Electronics|Hijab Boutique|Abaya House",
    "|",
  ),
} as const;

const STREETS = words(
  "Main Street|Oak Avenue|Maple Drive|2nd Street|Lake Road|Park Avenue|Cedar Lane|Elm Street|Washington Boulevard|Atlantic Avenue|Devon Avenue|Warren Avenue|Bellaire Boulevard|Coney Island Avenue|Kennedy Road|Lawrence Avenue|Gerrard Street|Michigan Avenue|Hillcroft Avenue|Rainier Avenue",
  "|",
);

/** Syllables of invented family names. */
const FIRST_PARTS = words(
  "Ba Da Fa Ha Ja Ka La Ma Na Qa Ra Sa Ta Wa Za Bu Du Ghu Hu Ju Khu Mu Nu Ru Shi Si Ti Zi",
);
const MIDDLE_PARTS = words("b d f gh h j k kh l m n q r s sh t w z rr ss mm ll br rd rf sm nd nt");
const LAST_PARTS = words(
  "ani awi adi ari iri ouri oudi eed een ira iya an ar ali amin asi attar azi ouf ouk uddin ullah",
);

function words(text: string, between = " "): readonly string[] {
  return text.split(between);
}

export const PLACES = 2_000;
export const SEED = 7; // any: the same places every time
const LOOKED_AT = 40;
const VISITED = 6;

/** The operator imports a directory of places; staff read and look up some of the certificates in it. */
export const directoryEvents = (callers: Callers, staff: SampleStaff): readonly SampleEvent[] => [
  { daysAgo: 85, run: () => importPlaces(callers) },
  { daysAgo: 84, run: () => verifyPlaces(callers, staff) },
  { daysAgo: 50, run: () => visitPlaces(callers, staff) },
];

async function verifyPlaces(callers: Callers, { admin, manager }: SampleStaff): Promise<void> {
  const { pois, issuers, evidence } = callers.staff(admin).admin;
  const second = callers.staff(manager).admin.reviews.readings;
  const site = "https://halal-council.example.org";
  const { id: issuerId } = await issuers.add({
    ...{ name: "Sample Halal Council", country: "US", site, register: `${site}/register` },
    about: "An invented body for this demonstration. It visits each place twice a year.",
    standard: "Hand-slaughtered meat from its own list of suppliers. No alcohol and no pork on the premises.",
  });
  const { items } = await pois.list({ limit: LOOKED_AT, category: "restaurant" });
  for (const [n, { id }] of items.entries()) {
    const read = { issuerId, number: `SHC-${2_000 + n}`, validUntil: dayFromToday(5 + 10 * n) };
    const validFrom = dayFromToday(-200);
    const certificate = await evidence.add({ id, kind: "certificate", validFrom, ...read });
    if (n % 5 === 0) continue; // these wait for the second reading
    await second.read({ id: certificate.id, ...read });
    const checkedAt = dayFromToday(-85);
    await evidence.add({ id, kind: "lookup", issuerId, address: `${site}/register`, checkedAt });
  }
}

/** Meat-free shops become friendly; what was recorded of the last one by mistake is withdrawn. */
async function visitPlaces(callers: Callers, { admin, manager }: SampleStaff): Promise<void> {
  const { pois, evidence } = callers.staff(manager).admin;
  const asked = { address: "office@zabiha-board.example.org", site: "https://zabiha-board.example.org" };
  await callers.staff(admin).admin.issuers.add({ name: "Sample Zabiha Board", country: "CA", ...asked });
  const { items } = await pois.list({ limit: VISITED, category: "grocery" });
  let last = "";
  for (const { id } of items) {
    await evidence.add({ id, kind: "declaration", meatFree: true, noAlcohol: true, noPork: true });
    const visit = await evidence.add({ id, kind: "visit", checkedAt: dayFromToday(-51) });
    last = visit.id;
  }
  await evidence.revoke({ id: last, reason: "This was the visit of another shop. (Sample.)" });
}

const dayFromToday = (n: number): string => dayIn("UTC", new Date(Date.now() + days(n)));

async function importPlaces({ operator }: Callers): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "rihla-places-"));
  try {
    const file = join(folder, "places.geojson");
    const features = [...samplePlaces(PLACES, SEED)].map(({ latitude, longitude, ...properties }) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [longitude, latitude] },
      properties,
    }));
    await Bun.write(file, JSON.stringify({ type: "FeatureCollection", features }));
    await operator.admin.pois.import({ file });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
