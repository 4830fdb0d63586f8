import { sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { foldedText } from "../../../shared/spelling/spelling.ts";
import { dedupeKeyOf } from "./dedupe-key.ts";
import { MIN_SCORE, scoreOfWords, wordSetOf } from "./queries.ts";

const PAGE = 5_000; // places
const SHOWN_MAX = 3; // look-alikes of one entry
const SLICE = 20; // ms of comparing, after which other calls get their turn
/** A word in more names of a city is no clue by itself; equal names are always alike. docs/limits.md */
const COMMON = 100;
/** How many are compared of names that each share words with many others, those that share the rarest words first. */
const COMPARED_MAX = 500;

interface Located {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
}

/** A listed place, or with `at` an earlier entry of the same file. */
type Candidate = Located &
  ({ readonly id: string; readonly at?: never } | { readonly id: null; readonly at: number });

/**
 * The entries that look like listed places of their city, or like earlier entries, with the likeliest three. Throws if the
 * caller has left.
 */
export async function lookAlikesOf<Entry extends Located & { readonly at: number }>(
  db: Database,
  entries: readonly Entry[],
  signal?: AbortSignal,
): Promise<readonly { readonly entry: Entry; readonly places: readonly Candidate[] }[]> {
  if (entries.length === 0) return [];
  const cities = new Map<string, CityNames>();
  const pause = pausing(signal);
  for (const entry of entries) {
    await pause();
    cities.set(cityOf(entry), new CityNames());
  }
  for await (const places of placesIn(db, [...cities.keys()]))
    for (const place of places) {
      await pause();
      cities.get(cityOf(place))?.add(indexedOf(place));
    }
  const found = [];
  for (const entry of entries) {
    await pause();
    const own = indexedOf(candidateOf(entry));
    const city = cities.get(cityOf(entry));
    const places = city?.alike(own) ?? [];
    if (places.length > 0) found.push({ entry, places });
    city?.add(own);
  }
  return found;
}

const candidateOf = ({ at, name, address, city, state }: Located & { readonly at: number }): Candidate => ({
  id: null,
  at,
  name,
  address,
  city,
  state,
});

/** Lets other calls have their turn once a slice of time is used up. A hostile entry can take a hundred times as long as others. */
function pausing(signal?: AbortSignal): () => Promise<void> | undefined {
  let end = performance.now() + SLICE;
  return () => {
    if (performance.now() < end) return undefined;
    signal?.throwIfAborted();
    return new Promise((resolve) =>
      setImmediate(() => {
        end = performance.now() + SLICE;
        resolve();
      }),
    );
  };
}

/** City and state, as in the identity of a place. */
const cityOf = (entry: Located): string => dedupeKeyOf(entry).split("|").slice(1, 3).join("|");

async function* placesIn({ orm }: Database, cities: readonly string[]): AsyncGenerator<Candidate[]> {
  const inCities = sql`split_part(identity, '|', 2) || '|' || split_part(identity, '|', 3) in
    (select jsonb_array_elements_text(${JSON.stringify(cities)}::jsonb))`;
  for (let last = 0; ; ) {
    const { rows } = await orm.execute<Located & { id: string; seq: number } & Record<string, unknown>>(sql`
      select id, seq, name, address, city, state from current_pois where seq > ${last} and ${inCities}
      order by seq limit ${PAGE}`);
    yield rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.seq ?? last;
  }
}

interface Indexed {
  readonly place: Candidate;
  readonly words: ReadonlySet<string>;
  /** Folded. */
  readonly address: string;
}

/** The places of one city by their names, the words of these, and their addresses. */
class CityNames {
  readonly #byKey = new Map<string, Indexed[]>();

  add(indexed: Indexed): void {
    for (const key of keysOf(indexed)) {
      const list = this.#byKey.get(key);
      if (list) list.push(indexed);
      else this.#byKey.set(key, [indexed]);
    }
  }

  /** The likeliest first. */
  alike(own: Indexed): readonly Candidate[] {
    const [name, address, ...words] = keysOf(own).map((key) => this.#byKey.get(key) ?? []);
    const rarestFirst = words
      .filter((sharing) => sharing.length <= COMMON)
      .sort((one, other) => one.length - other.length);
    const candidates = new Set([name, address].flatMap((list) => list?.slice(0, COMMON) ?? []));
    for (const sharing of rarestFirst)
      if (candidates.size < COMPARED_MAX) for (const each of sharing) candidates.add(each);
    return [...candidates]
      .map((each) => ({ ...each, score: scoreOfWords(each.words, own.words, each.address === own.address) }))
      .filter(({ score }) => score >= MIN_SCORE)
      .sort((one, other) => other.score - one.score)
      .slice(0, SHOWN_MAX)
      .map(({ place }) => place);
  }
}

const indexedOf = (place: Candidate): Indexed => ({
  place,
  words: wordSetOf(place.name),
  address: foldedText(place.address),
});

/** The name as a whole, the address, and each word. */
const keysOf = ({ words, address }: Pick<Indexed, "words" | "address">): readonly string[] => [
  `name ${[...words].sort().join(" ")}`,
  `address ${address}`,
  ...[...words].map((word) => `word ${word}`),
];
