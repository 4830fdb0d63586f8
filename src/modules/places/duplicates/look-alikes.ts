import { sql } from "drizzle-orm";
import { yieldToEventLoop } from "../../../core/limits/event-loop.ts";
import type { Tx } from "../../../db/client.ts";
import { foldedText } from "../../../shared/spelling/spelling.ts";
import { nameKey, shortNameKey } from "../gazetteer/names.ts";
import { type Comparable, type Located, MIN_SCORE, scoreOf, type Traits, traitsOf } from "./likeness.ts";

const PAGE = 5_000; // places
const SHOWN_MAX = 3; // look-alikes of one entry
const SLICE = 20; // ms of comparing, after which other calls get their turn
/** A word in more names of a city is no clue by itself; equal names are always compared. docs/limits.md */
const COMMON = 100;
/** A phone number or website of more places is that of a chain. */
const SHARED_MAX = 5;
/** How many are compared of names that each share words with many others, those that share the rarest words first. */
const COMPARED_MAX = 500;

/** A listed place, or with `at` an earlier entry of the same file. */
type Candidate = Located &
  ({ readonly id: string; readonly at?: never } | { readonly id: null; readonly at: number });

/**
 * The entries that look like listed places of their state, or like earlier entries, with the likeliest three. Throws if
 * the caller has left.
 */
export async function lookAlikesOf<Entry extends Comparable & { readonly at: number }>(
  db: Pick<Tx, "execute">,
  entries: readonly Entry[],
  signal?: AbortSignal,
): Promise<readonly { readonly entry: Entry; readonly places: readonly Candidate[] }[]> {
  if (entries.length === 0) return [];
  const index = new Index();
  const pause = pausing(signal);
  const compared = [];
  for (const entry of entries) {
    await pause();
    compared.push({ entry, own: { place: { ...entry, id: null }, traits: traitsOf(entry) } });
  }
  for await (const places of placesAbout(db, entries, pause))
    for (const place of places) {
      await pause();
      index.add({ place, traits: traitsOf(place) });
    }
  const found = [];
  for (const { entry, own } of compared) {
    await pause();
    const places = index.alike(own);
    if (places.length > 0) found.push({ entry, places });
    index.add(own);
  }
  return found;
}

/**
 * Lets other calls have their turn once a slice of time is used up. A hostile entry can take a hundred times as long as
 * others.
 */
function pausing(signal?: AbortSignal): () => Promise<void> | undefined {
  let end = performance.now() + SLICE;
  return () => {
    if (performance.now() < end) return undefined;
    signal?.throwIfAborted();
    return yieldToEventLoop().then(() => {
      end = performance.now() + SLICE;
    });
  };
}

type Listed = Comparable & { readonly id: string; readonly seq: number };

/** The listed places that entries may look like: of their cities, codes, addresses, contacts and surroundings. */
async function* placesAbout(
  db: Pick<Tx, "execute">,
  entries: readonly Comparable[],
  pause: () => Promise<void> | undefined,
): AsyncGenerator<Listed[]> {
  const [states, cities, addresses, zips] = [texts(), texts(), texts(), texts()];
  const [phones, websites, cells] = [texts(), texts(), texts()];
  for (const entry of entries) {
    await pause();
    const { state, city, address, zipCode, phone, website } = entry;
    states.add(state);
    for (const key of [foldedText(city), nameKey(city), shortNameKey(city)]) cities.add(key);
    addresses.add(foldedText(address));
    zips.add((zipCode ?? "").slice(0, 5));
    phones.add(phone ?? "");
    websites.add(website ?? "");
    for (const cell of cellsAround(entry)) cells.add(cell);
  }
  const isAbout = sql`state in ${oneOf(states)} and (
    split_part(identity, '|', 2) in ${oneOf(cities)} or split_part(identity, '|', 1) in ${oneOf(addresses)}
    or left(zip_code, 5) in ${oneOf(zips)} or phone in ${oneOf(phones)} or website in ${oneOf(websites)}
    or floor(latitude * ${CELLS}) || ' ' || floor(longitude * ${CELLS}) in ${oneOf(cells)})`;
  for (let last = 0; ; ) {
    const { rows } = await db.execute<Listed & Record<string, unknown>>(sql`
      select id, seq, name, address, city, state, zip_code as "zipCode", phone, website, category, latitude, longitude
      from current_pois where seq > ${last} and ${isAbout} order by seq limit ${PAGE}`);
    yield rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.seq ?? last;
  }
}

const texts = () => new Set<string>();

function oneOf(given: Set<string>) {
  given.delete("");
  return sql`(select jsonb_array_elements_text(${JSON.stringify([...given])}::jsonb))`;
}

const CELLS = 300; // squares per degree: over 200 m high, and wide up to the north of Canada

const cellOf = (north: number, east: number): string => `${Math.floor(north)} ${Math.floor(east)}`;

/** The square of a position and those around it. */
function cellsAround({ latitude, longitude }: Pick<Comparable, "latitude" | "longitude">): readonly string[] {
  if (latitude == null || longitude == null) return [];
  const around = [-1, 0, 1];
  return around.flatMap((up) =>
    around.map((right) => cellOf(latitude * CELLS + up, longitude * CELLS + right)),
  );
}

interface Indexed {
  readonly place: Candidate;
  readonly traits: Traits;
}

/** Places by their names, the words of these, addresses, contacts and positions. */
class Index {
  readonly #byKey = new Map<string, Indexed[]>();

  add(indexed: Indexed): void {
    const { sure, contacts, words, cell } = keysOf(indexed);
    for (const key of [...sure, ...contacts, ...words, ...(cell === null ? [] : [cell])]) {
      const list = this.#byKey.get(key);
      if (list) list.push(indexed);
      else this.#byKey.set(key, [indexed]);
    }
  }

  /** The likeliest first. */
  alike(own: Indexed): readonly Candidate[] {
    const { sure, contacts, words } = keysOf(own);
    const around = cellsAround(own.traits.point ?? {}).map((cell) => `at ${cell}`);
    const listed = (keys: readonly string[]) => keys.map((key) => this.#byKey.get(key) ?? []);
    const rarestFirst = listed(words)
      .filter((sharing) => sharing.length <= COMMON)
      .sort((one, other) => one.length - other.length);
    const candidates = new Set([
      ...listed(sure).flatMap((list) => list.slice(0, COMMON)),
      ...listed(contacts).flatMap((list) => (list.length <= SHARED_MAX ? list : [])),
      ...listed(around).flatMap((list) => list.slice(0, COMMON)),
    ]);
    for (const sharing of rarestFirst)
      if (candidates.size < COMPARED_MAX) for (const each of sharing) candidates.add(each);
    return [...candidates]
      .map(({ place, traits }) => ({ place, score: scoreOf(traits, own.traits) }))
      .filter(({ score }) => score >= MIN_SCORE)
      .sort((one, other) => other.score - one.score)
      .slice(0, SHOWN_MAX)
      .map(({ place }) => place);
  }
}

/** `sure`: the name as a whole and the address. */
function keysOf({ traits: { state, city, zip, name, street, phone, site, point } }: Indexed) {
  const inCity = `${state} ${city}`;
  const address = street.number === "" ? `${city} ${street.whole}` : `${street.number} ${street.core}`;
  return {
    sure: [
      `name ${inCity} ${name.key}`,
      `address ${state} ${address}`,
      ...(zip === "" ? [] : [`name ${zip} ${name.key}`]),
    ],
    contacts: [...(phone === "" ? [] : [`phone ${phone}`]), ...(site === "" ? [] : [`site ${site}`])],
    words: [...name.own].map((word) => `word ${inCity} ${word}`),
    cell: point && `at ${cellOf(point.latitude * CELLS, point.longitude * CELLS)}`,
  };
}
