import { and, desc, eq, inArray } from "drizzle-orm";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { isId } from "../../../shared/id.ts";
import { dayIn } from "../../../shared/places/days.ts";
import type { CurrentFacts, EditedFacts, PublicFacts } from "../../../shared/places/fact-fields.ts";
import {
  currentFacts,
  FACT_SOURCES,
  type FactKey,
  type FactSource,
  factsOfCategory,
} from "../../../shared/places/facts.ts";
import { localTime, openNow } from "../../../shared/places/hours.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { canonicalPlaceOf } from "../merge/queries.ts";
import { currentPois } from "../table.ts";
import { placeFacts as t } from "./table.ts";

export type FactRow = typeof t.$inferSelect;
type Place = Pick<typeof currentPois.$inferSelect, "id" | "category" | "latitude" | "longitude" | "state">;
type EditedPlace = Place & Pick<typeof currentPois.$inferSelect, "createdAt">;
type Db = Database["orm"] | Tx;

/** The newest statement of each source about each fact of a place. */
export const newestStatements = (db: Db, poiId: string): Promise<FactRow[]> =>
  db
    .selectDistinctOn([t.key, t.source])
    .from(t)
    .where(eq(t.poiId, poiId))
    .orderBy(t.key, t.source, desc(t.seq));

/** What counts of these facts of several places, by place; those without any are missing. */
export async function factsAmong(
  db: Db,
  poiIds: readonly string[],
  keys: readonly FactKey[],
): Promise<ReadonlyMap<string, ReturnType<typeof currentFacts<FactRow>>>> {
  if (poiIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([t.poiId, t.key, t.source])
    .from(t)
    .where(and(inArray(t.poiId, [...poiIds]), inArray(t.key, [...keys])))
    .orderBy(t.poiId, t.key, t.source, desc(t.seq));
  const byPlace = Map.groupBy(rows, ({ poiId }) => poiId);
  return new Map([...byPlace].map(([id, all]) => [id, currentFacts(all)]));
}

/** The facts of a place for everyone. Those that its category does not have are left out. */
export async function factsOf({ db, now }: Pick<Deps, "db" | "now">, place: Place): Promise<PublicFacts> {
  const rows = await newestStatements(db.orm, place.id);
  return publicFacts(db.orm, place, rows, now());
}

/** The facts of a place for staff. Throws 404. */
export async function showToStaff({ deps }: ActionContext<StaffActor>, id: string): Promise<EditedFacts> {
  const [place] = await deps.db.orm.select().from(currentPois).where(eq(currentPois.id, id));
  if (!place) throw noPlace();
  return forEditor(deps.db.orm, place, deps.now(), "staff");
}

/** The facts of a place for its owner. Throws 404. */
export async function showToOwner(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  id: string,
): Promise<EditedFacts> {
  const [place] = await deps.db.orm.select().from(currentPois).where(eq(currentPois.id, id));
  if (place?.ownerId !== principal.id) throw noPlace();
  return forEditor(deps.db.orm, place, deps.now(), "owner");
}

/** What counts and what each source states. Only staff see which of them recorded it. */
export async function forEditor(
  db: Db,
  place: EditedPlace,
  now: Date,
  editor: FactSource,
): Promise<EditedFacts> {
  const rows = await newestStatements(db, place.id);
  const [staff, owner, imported] = FACT_SOURCES.map((source) =>
    shown(
      rows.filter((row) => row.source === source),
      place,
      editor === "staff",
    ),
  );
  return {
    ...(await publicFacts(db, place, rows, now)),
    id: place.id,
    category: place.category,
    bySource: { staff: staff ?? {}, owner: owner ?? {}, import: imported ?? {} },
    updatedAt: versionOf(rows, place, editor),
  };
}

/** The time of the newest statement of a source, else of the creation of the place. */
export const versionOf = (rows: readonly FactRow[], { createdAt }: EditedPlace, source: FactSource): Date =>
  new Date(
    Math.max(
      createdAt.getTime(),
      ...rows.filter((row) => row.source === source).map(({ at }) => at.getTime()),
    ),
  );

async function publicFacts(db: Db, place: Place, rows: readonly FactRow[], now: Date): Promise<PublicFacts> {
  const facts = shown(rows, place);
  const closed = facts.closed?.value;
  const hours = closed ? undefined : facts.hours?.value;
  const local = localTime(timeZoneOf(place), now);
  const open = hours ? openNow(hours, local) : null;
  return {
    facts,
    today: local.on,
    openNow: closed ? false : (open?.isOpen ?? null),
    closes: open?.closes ?? null,
    opens: open?.opens ?? null,
    movedTo: typeof closed === "object" ? await newPlace(db, closed.movedTo) : null,
  };
}

function shown(rows: readonly FactRow[], place: Place, withNames = false): CurrentFacts {
  const [current, timeZone] = [currentFacts(rows), timeZoneOf(place)];
  const entries = factsOfCategory(place.category).flatMap((key) => {
    const row = current.get(key);
    if (!row) return [];
    const by = withNames && row.byName !== null ? { by: row.byName } : {};
    return [[key, { value: row.value, source: row.source, on: dayIn(timeZone, row.at), ...by }] as const];
  });
  return Object.fromEntries(entries) as CurrentFacts; // the values were read by `factFields`, each under its key
}

/** The place that a closed one names, with its address. Null if that has been deleted. */
async function newPlace(db: Db, movedTo: string): Promise<PublicFacts["movedTo"]> {
  if (!isId(movedTo)) return { text: movedTo, placeId: null };
  const id = (await canonicalPlaceOf(db, movedTo)) ?? movedTo;
  const [found] = await db.select().from(currentPois).where(eq(currentPois.id, id));
  if (!found) return null;
  const { name, address, city, state } = found;
  return { text: `${name}, ${address}, ${city}, ${state}`, placeId: found.id };
}
