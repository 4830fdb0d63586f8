import { getViewName, inArray, not, sql } from "drizzle-orm";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { days, minutes } from "../../../shared/duration.ts";
import { skipAuditCheck } from "../../audit/public.ts";
import {
  assignCities,
  assignCitiesAgain,
  countPlacesByCity,
  currentPois,
  GAZETTEER_VERSION,
} from "../../places/public.ts";
import { assignUnknownCities, countSignupsByCity, currentSignups } from "../../waitlist/public.ts";
import { type CityCounts, cityCounts, cityState } from "./table.ts";

const POIS = getViewName(currentPois);
const WAITLIST_SIGNUPS = getViewName(currentSignups);

type Counts = Omit<CityCounts, "shown">;

const GROWTH = days(30);
/** The most signups and places that one statement counts, so that other statements are not held up. */
const SLICE = 50_000;
/** Up to this many are counted at every call. */
const CHEAP = 10_000;
const COUNTED_EVERY = minutes(1); // otherwise

/** Counts what each metro has, unless that was done a moment ago. Run by the schedule. */
export async function countCities(ctx: ActionContext) {
  skipAuditCheck(ctx);
  const { deps, call } = ctx;
  await readAgain(deps, call.signal);
  return { counted: (await countIfDue(deps, call.signal)).counted };
}

/**
 * Counts what each metro has: a few at every call, many once a minute. What is counted is what the tables hold, so that
 * nothing can add up wrongly. Returns the state before.
 */
export async function countIfDue(deps: Deps, signal?: AbortSignal) {
  const [state] = await deps.db.orm.select().from(cityState);
  const now = deps.now();
  const age = state?.countedAt ? now.getTime() - state.countedAt.getTime() : Number.POSITIVE_INFINITY;
  if (state && state.counted > CHEAP && age >= 0 && age < COUNTED_EVERY) return { state, counted: false };
  if ((state?.counted ?? 0) === 0 && !(await hasAny(deps))) return { state, counted: false };
  await assignCities(deps, signal);
  const counts = await countAll(deps, now, Math.ceil((state?.counted ?? 0) / SLICE) || 1);
  await deps.db.transaction((tx) => store(tx, deps, counts, now));
  return { state, counted: true };
}

/** Looks again for the cities that an older gazetteer may have read otherwise. No visitor waits for it. */
async function readAgain(deps: Deps, signal: AbortSignal | undefined): Promise<void> {
  const [state] = await deps.db.orm.select().from(cityState);
  if ((state?.gazetteer ?? 0) >= GAZETTEER_VERSION) return;
  await assignCitiesAgain(deps, signal);
  await assignUnknownCities(deps, signal);
  if (signal?.aborted) return;
  const read = { gazetteer: GAZETTEER_VERSION };
  await deps.db.orm.insert(cityState).values(read).onConflictDoUpdate({ target: cityState.id, set: read });
}

/** Without anything to count, an idle server need not hold the cities in memory. */
async function hasAny({ db }: Deps): Promise<boolean> {
  const [row] = await db.query<{ any: boolean }>(`
    select exists (select from ${POIS}) or exists (select from ${WAITLIST_SIGNUPS}
      where city_id is not null and left_at is null and not quarantined) as any`);
  return row?.any === true;
}

/** Counts the metros in slices of about the same size. */
async function countAll(deps: Deps, now: Date, slices: number): Promise<readonly Counts[]> {
  const { gazetteer } = deps.state;
  const metros = gazetteer.metros();
  const byMetro = new Map(metros.map(({ id }) => [id, { ...NOTHING, metroId: id }]));
  for (let slice = 0; slice < slices; slice++) {
    const ids = gazetteer.citiesOf(metros.flatMap(({ id }, at) => (at % slices === slice ? [id] : [])));
    for (const row of [
      ...(await countSignupsByCity(deps, ids, new Date(now.getTime() - GROWTH))),
      ...(await countPlacesByCity(deps, ids)),
    ])
      addTo(byMetro.get(gazetteer.city(row.cityId)?.metroId ?? 0), row);
  }
  return [...byMetro.values()].filter(({ waiting, places }) => waiting + places > 0);
}

const NOTHING = { waiting: 0, confirmed: 0, joined: 0, places: 0, verified: 0, reported: 0, masjids: 0 };
const COLUMNS = Object.keys(NOTHING) as (keyof typeof NOTHING)[]; // of an object literal

function addTo(sum: typeof NOTHING | undefined, row: Partial<typeof NOTHING>): void {
  for (const column of COLUMNS) if (sum) sum[column] += row[column] ?? 0;
}

const SENT = Object.fromEntries(
  [...COLUMNS, "shown"].map((column) => [column, sql.raw(`excluded.${column}`)]),
);

/** Writes what has changed, and once a day the numbers that visitors see. */
async function store(tx: Tx, deps: Deps, counts: readonly Counts[], now: Date): Promise<void> {
  await tx.insert(cityState).values({}).onConflictDoNothing();
  const [state] = await tx.select().from(cityState).for("update"); // one at a time
  const known = new Map((await tx.select().from(cityCounts)).map((row) => [row.metroId, row]));
  const today = now.toISOString().slice(0, 10);
  const isNewDay = state?.shownOn !== today;
  const rows = counts.map((row): CityCounts => {
    const shown = known.get(row.metroId)?.shown ?? 0;
    return { ...row, shown: isNewDay ? shownOf(row.waiting, shown, marginOf(deps, row.metroId)) : shown };
  });
  const current = rows.map(({ metroId }) => metroId);
  await tx
    .delete(cityCounts)
    .where(current.length > 0 ? not(inArray(cityCounts.metroId, current)) : undefined);
  const changed = rows.filter((row) => {
    const before = known.get(row.metroId);
    return !before || [...COLUMNS, "shown" as const].some((column) => before[column] !== row[column]);
  });
  if (changed.length > 0)
    await tx.insert(cityCounts).values(changed).onConflictDoUpdate({ target: cityCounts.metroId, set: SENT });
  const isShown = isNewDay && (state?.shownOn || rows.some(({ shown }) => shown > 0));
  await tx.update(cityState).set({
    countedAt: now,
    counted: counts.reduce((sum, { waiting, places }) => sum + waiting + places, 0),
    ...(isShown && { shownOn: today }),
  });
}

/** From a keyed hash: without SECRET_KEY, the margins cannot be computed. */
const marginOf =
  ({ encryption }: Deps, metroId: number): Margin =>
  (step) => {
    const hash = encryption.keyedHash("city-margin", `${metroId} ${step}`);
    return 1 + (Buffer.from(hash, "base64url").readUInt32BE() % (STEP - 1));
  };

/** Visitors see the number of waiting people in steps of this many. */
const STEP = 10;

/** How many people more than a step has must wait before the step is shown: 1 to 9, secret, its own for each step. */
type Margin = (step: number) => number;

/**
 * The number that visitors see for `waiting` people, where `last` is the one they see now: a multiple of ten that is
 * never more than `waiting`, or 0 for fewer than ten. See docs/decisions/023-city-counts.md.
 */
export function shownOf(waiting: number, last: number, margin: Margin): number {
  const step = Math.floor(waiting / STEP);
  const isReached = step <= 1 || waiting >= step * STEP + margin(step);
  const risen = isReached ? step : step - 1;
  return STEP * Math.max(risen, Math.min(last / STEP, step));
}
