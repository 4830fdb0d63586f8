import { type Comparable, traitsOf } from "../../../modules/places/duplicates/likeness.ts";
import type { MatchAnswer } from "../../../modules/places/duplicates/match.ts";
import { distance } from "../../../shared/places/places.ts";

/** Two entries, and what a person who knows the places would answer; `ask` where only a look at them tells. */
export interface LabelledPair {
  readonly kind: string;
  readonly one: Comparable;
  readonly other: Comparable;
  readonly truth: MatchAnswer;
}

type Category = "restaurant" | "mosque" | "grocery" | "retail";
type Entry = Comparable & {
  readonly zipCode: string;
  readonly phone: string;
  readonly website: string;
  readonly category: Category;
  readonly latitude: number;
  readonly longitude: number;
};

const CITIES = [
  ["Dearborn", "MI", "48126", 42.32, -83.18],
  ["Hamtramck", "MI", "48212", 42.39, -83.05],
  ["Paterson", "NJ", "07501", 40.92, -74.17],
  ["Bridgeview", "IL", "60455", 41.75, -87.8],
  ["Houston", "TX", "77036", 29.7, -95.54],
  ["Richardson", "TX", "75080", 32.97, -96.74],
  ["Anaheim", "CA", "92804", 33.82, -117.97],
  ["Mississauga", "ON", "L5B 3C1", 43.59, -79.64],
  ["Brooklyn", "NY", "11209", 40.62, -74.03],
  ["Falls Church", "VA", "22041", 38.85, -77.13],
] as const;
const STREETS =
  "Main Elm Oak Warren Ford Greenfield Schaefer Michigan Harlem Lake Division Hillcroft Bissonnet Brookhurst Dundas Fifth Leesburg Maple Cedar Walnut".split(
    " ",
  );
const TYPES = [
  ["St", "Street"],
  ["Ave", "Avenue"],
  ["Rd", "Road"],
  ["Blvd", "Boulevard"],
  ["Dr", "Drive"],
] as const;
const OWN =
  "Saffron Cedar Olive Crescent Sultan Zaytoun Aladdin Bismillah Madina Kabul Karachi Lahore Damascus Aleppo Petra Sahara Tandoor Zamzam Marhaba Baraka Anwar Qamar Yasmin Sumac Pomegranate Bosphorus Anatolia Khyber Himalaya Nile".split(
    " ",
  );
/** Each with other ways to write it. */
const SPELLED = [
  ["Noor", "Nour", "Nur"],
  ["Rahma", "Rahmah"],
  ["Hamza", "Hamzah"],
  ["Yusuf", "Youssef"],
  ["Muhammad", "Mohammed"],
  ["Ibrahim", "Ebrahim"],
  ["Salam", "Salaam"],
  ["Husain", "Hussein"],
  ["Khalid", "Khaled"],
  ["Taqwa", "Takwa"],
] as const;
const KINDS: Readonly<Record<Category, readonly string[]>> = {
  restaurant: ["Grill", "Kabab", "Shawarma", "Kitchen", "Cafe", "Restaurant", "Biryani", "Pizza"],
  mosque: ["Masjid", "Islamic Center", "Jamia"],
  grocery: ["Market", "Halal Meat", "Grocery", "Supermarket"],
  retail: ["Books", "Fashion", "Jewelry"],
};
const OTHER_WORDS: Readonly<Record<string, string>> = {
  Kabab: "Kebab",
  Shawarma: "Shawerma",
  Masjid: "Mosque",
};
const CATEGORIES = Object.keys(KINDS) as Category[];

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T; // the lists are not empty
  return { next, below, one, chance: (share: number) => next() < share };
}
type Random = ReturnType<typeof randomFrom>;

const METER = 1 / 111_000; // in degrees

const moved = ({ latitude, longitude }: Entry, meters: number, random: Random) => {
  const angle = random.next() * 2 * Math.PI;
  const east = Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: latitude + Math.sin(angle) * meters * METER,
    longitude: longitude + (Math.cos(angle) * meters * METER) / east,
  };
};

const phoneOf = (random: Random) =>
  `${200 + random.below(700)}555${String(random.below(10_000)).padStart(4, "0")}`;
const siteOf = (name: string) => `https://${name.toLowerCase().replaceAll(/[^a-z]/g, "")}.example`;
const addressOf = (random: Random) =>
  `${100 + random.below(9_800)} ${random.chance(0.2) ? "W " : ""}${random.one(STREETS)} ${random.one(TYPES)[0]}`;

function nameOf(random: Random, category: Category): string {
  const own = random.chance(0.3) ? random.one(SPELLED)[0] : random.one(OWN);
  const second = random.chance(0.25) ? ` ${random.one(OWN)}` : "";
  const kind = random.one(KINDS[category]);
  return kind === "Masjid" || kind === "Jamia" ? `${kind} ${own}${second}` : `${own}${second} ${kind}`;
}

function entryOf(random: Random, category: Category = random.one(CATEGORIES)): Entry {
  const [city, state, zipCode, latitude, longitude] = random.one(CITIES);
  const name = nameOf(random, category);
  const center = { latitude, longitude } as Entry;
  return {
    ...{ name, address: addressOf(random), city, state, zipCode, category },
    ...{ phone: phoneOf(random), website: siteOf(name) },
    ...moved(center, random.next() * 6_000, random),
  };
}

/** As another source lists it: some of it is left out, and the point is off by some meters. */
function listedAgain(entry: Entry, random: Random, changes: Partial<Entry> = {}): Comparable {
  const again = { ...entry, ...moved(entry, random.next() ** 2 * 90, random), ...changes };
  const drop = random.one(["phone", "website", "zipCode", "point", "none", "none", "contacts"]);
  return {
    ...again,
    ...((drop === "phone" || drop === "contacts") && { phone: "" }),
    ...((drop === "website" || drop === "contacts") && { website: "" }),
    ...(drop === "zipCode" && { zipCode: "" }),
    ...(drop === "point" && { latitude: null, longitude: null }),
  };
}

const longForm = (address: string): string => {
  const found = TYPES.find(([short]) => address.endsWith(` ${short}`));
  const typed = found ? address.slice(0, -found[0].length) + found[1] : address;
  return typed.replace(" W ", " West ").replace(" Fifth ", " 5th ");
};

function misspelled(name: string, random: Random): string {
  const words = name.split(" ");
  const at = words.findIndex((word) => word.length >= 6);
  if (at === -1) return name;
  const word = words[at] ?? "";
  const cut = 2 + random.below(word.length - 3);
  words[at] = word.slice(0, cut) + word.slice(cut + 1);
  return words.join(" ");
}

const otherSpelling = (name: string): string =>
  name
    .split(" ")
    .map((word) => SPELLED.find(([first]) => first === word)?.[1] ?? OTHER_WORDS[word] ?? word)
    .join(" ");

const withoutKind = (name: string): string =>
  name.split(" ").length > 1 ? name.replace(/ [^ ]+$/, "") : name;

type Make = (random: Random) => Omit<LabelledPair, "kind">;
const pair = (one: Comparable, other: Comparable, truth: MatchAnswer) => ({ one, other, truth });

/** The same place in two sources, and different places that look alike. */
const MAKERS: Readonly<Record<string, Make>> = {
  "same: another spelling of the name": (random) => {
    const entry = entryOf(random);
    return pair(entry, listedAgain(entry, random, { name: otherSpelling(entry.name) }), "same");
  },
  "same: the address in long words, the name in capitals": (random) => {
    const entry = entryOf(random);
    const changes = { address: longForm(entry.address), name: entry.name.toUpperCase() };
    return pair(entry, listedAgain(entry, random, changes), "same");
  },
  "same: a unit, a legal form and the city": (random) => {
    const entry = entryOf(random);
    const name = random.chance(0.5) ? `${entry.name} LLC` : `${entry.name} ${entry.city}`;
    return pair(
      entry,
      listedAgain(entry, random, { name, address: `${entry.address}, Suite ${1 + random.below(40)}` }),
      "same",
    );
  },
  "same: a letter missing": (random) => {
    const entry = entryOf(random);
    return pair(entry, listedAgain(entry, random, { name: misspelled(entry.name, random) }), "same");
  },
  "same: without the word for its kind": (random) => {
    const entry = entryOf(random, random.one(["restaurant", "grocery"]));
    return pair(entry, listedAgain(entry, random, { name: withoutKind(entry.name) }), "same");
  },
  "same: another phone number": (random) => {
    const entry = entryOf(random);
    return pair(entry, listedAgain(entry, random, { phone: phoneOf(random), website: "" }), "same");
  },
  "same: another name of the city": (random) => {
    const entry = entryOf(random);
    return pair(entry, listedAgain(entry, random, { city: `${entry.city} Heights` }), "same");
  },
  "same: only a name and an address": (random) => {
    const entry = entryOf(random);
    const bare = { phone: "", website: "", zipCode: "", latitude: null, longitude: null };
    const spelled = random.chance(0.5) ? otherSpelling(entry.name) : `The ${entry.name}`;
    return pair(entry, { ...entry, ...bare, name: spelled, address: longForm(entry.address) }, "same");
  },
  "same: more words in the name": (random) => {
    const entry = entryOf(random, random.one(["restaurant", "grocery"]));
    const name = `${entry.name} ${random.one(["& Bakery", "Halal Food", "and Catering", "Restaurant"])}`;
    return pair(entry, listedAgain(entry, random, { name }), "same");
  },
  "same: an intersection instead of the address": (random) => {
    const entry = entryOf(random);
    const address = `${random.one(STREETS)} & ${random.one(STREETS)}`;
    const again = listedAgain(entry, random, { address });
    return pair(entry, { ...again, phone: entry.phone }, "same");
  },
  "one name some streets away": (random) => {
    const entry = entryOf(random, "grocery");
    const other = {
      ...entry,
      address: addressOf(random),
      ...moved(entry, 350 + random.next() * 600, random),
    };
    return pair(entry, { ...other, phone: phoneOf(random), website: "" }, "different");
  },
  "chain: branches in one city": (random) => {
    const entry = entryOf(random, "restaurant");
    const shared = random.chance(0.3) ? {} : { phone: phoneOf(random) };
    const branch = {
      ...entry,
      ...shared,
      address: addressOf(random),
      ...moved(entry, 1_500 + random.next() * 7_000, random),
    };
    return pair(entry, listedAgain(branch, random), "different");
  },
  "chain: branches in two cities": (random) => {
    const [entry, other] = [entryOf(random, "grocery"), entryOf(random, "grocery")];
    return pair(
      entry,
      { ...other, name: entry.name, website: entry.website },
      entry.address === other.address ? "ask" : "different",
    );
  },
  "two shops at one address": (random) => {
    const entry = entryOf(random);
    const other = { ...entry, category: random.one(CATEGORIES), phone: phoneOf(random) };
    let name = nameOf(random, other.category);
    while (name.split(" ").some((word) => entry.name.includes(word))) name = nameOf(random, other.category);
    return pair(entry, listedAgain({ ...other, name, website: siteOf(name) }, random), "different");
  },
  "two shops of one owner next door": (random) => {
    const entry = entryOf(random, "restaurant");
    const own = entry.name.split(" ")[0] ?? "";
    const name = `${own} ${random.one(KINDS.grocery)}`;
    const number = Number(entry.address.split(" ")[0]) + 2;
    const address = entry.address.replace(/^\d+/, random.chance(0.5) ? `${number}` : "$&");
    const phone = random.chance(0.4) ? entry.phone : phoneOf(random);
    return pair(
      entry,
      listedAgain({ ...entry, name, address, phone, category: "grocery" }, random),
      "different",
    );
  },
  "a masjid and its school": (random) => {
    const entry = entryOf(random, "mosque");
    const own = entry.name.replace(/Masjid |Jamia | Islamic Center/, "");
    const name = `${own} ${random.one(["Academy", "School", "Islamic School", "Learning Academy"])}`;
    const category = random.chance(0.5) ? "mosque" : "retail";
    return pair(entry, listedAgain({ ...entry, name, category }, random), "different");
  },
  "stalls of a food hall": (random) => {
    const entry = entryOf(random, "restaurant");
    let name = nameOf(random, "restaurant");
    while (
      name
        .split(" ")
        .slice(0, -1)
        .some((word) => entry.name.includes(word))
    )
      name = nameOf(random, "restaurant");
    const shared = random.chance(0.6) ? {} : { phone: phoneOf(random), website: siteOf(name) };
    return pair(entry, listedAgain({ ...entry, name, ...shared }, random), "different");
  },
  "neighbors of one kind": (random) => {
    const [entry, other] = [entryOf(random, "restaurant"), entryOf(random, "restaurant")];
    const { city, state, zipCode } = entry;
    const near = moved(entry, 10 + random.next() * 150, random);
    const truth = other.name === entry.name ? "ask" : "different";
    return pair(entry, { ...other, city, state, zipCode: zipCode ?? null, ...near }, truth);
  },
  "a moved restaurant": (random) => {
    const entry = entryOf(random, "restaurant");
    return pair(
      entry,
      { ...entry, address: addressOf(random), ...moved(entry, 300 + random.next() * 3_000, random) },
      "ask",
    );
  },
  "another name at the same address with the same phone number": (random) => {
    const entry = entryOf(random, "restaurant");
    let name = nameOf(random, "restaurant");
    while (
      name
        .split(" ")
        .slice(0, -1)
        .some((word) => entry.name.includes(word))
    )
      name = nameOf(random, "restaurant");
    return pair(entry, listedAgain({ ...entry, name, website: "" }, random), "ask");
  },
};

/** `count` pairs of each kind; the same for the same seed. */
export function generatedPairs(seed: number, count: number): readonly LabelledPair[] {
  const random = randomFrom(seed);
  return Object.entries(MAKERS).flatMap(([kind, make]) =>
    Array.from({ length: count }, () => ({ kind, ...make(random) })),
  );
}

const ON_SPOT = 0.05; // km

/** Those of which both entries are so near that the sync compares them. */
export const pairsOnSpot = (pairs: readonly LabelledPair[]): readonly LabelledPair[] =>
  pairs.filter(({ one, other }) => {
    const [a, b] = [traitsOf(one).point, traitsOf(other).point];
    return a !== null && b !== null && distance(a, b) <= ON_SPOT;
  });
