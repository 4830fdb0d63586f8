import { eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Database } from "../../../db/client.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Page } from "../../../shared/listing.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { currentPois, type MatchAnswer } from "../../places/public.ts";
import { LOCAL_COLUMNS, TIER_COLUMN_NAMES } from "../main-database/table-shape.ts";
import { comparedWith, hasCoordinates, MATCH_RADIUS, metersBetween } from "../matching/matching.ts";
import { readPlace } from "../runs/source-store.ts";
import { syncDecisions, syncUnlinks } from "../table.ts";
import { type LookupKey, type MainPlace, rowsAround, rowsLinkedTo } from "./main-rows.ts";
import type { decisionList, FailureDetail, heldLink, SyncDecision } from "./schema.ts";

type Place = typeof currentPois.$inferSelect;
type Decision = typeof syncDecisions.$inferSelect;
const CANDIDATES_MAX = 10;

export const outputOf = (
  { name, city, syncState }: Pick<Place, "name" | "city" | "syncState">,
  { id, choice, mainId, mainName, decidedBy, decidedAt }: Decision,
): SyncDecision => ({
  id,
  name,
  city,
  choice,
  mainId: choice === "link" ? mainId : null,
  mainName: choice === "link" ? mainName : null,
  decidedBy,
  decidedAt,
  state: syncState,
});

/** The name of a place in quotes; null if it does not exist. */
export async function placeNamed({ orm }: Database, id: string): Promise<string | null> {
  const [place] = await orm
    .select({ name: currentPois.name })
    .from(currentPois)
    .where(eq(currentPois.id, id));
  return place ? `"${place.name}"` : null;
}

/** Whether the next run unlinks the row of a deleted place. */
export async function isUnlinking({ orm }: Database, id: string): Promise<boolean> {
  const rows = await orm
    .select()
    .from(syncUnlinks)
    .where(sql`${eq(syncUnlinks.id, id)} and not ${syncUnlinks.held}`);
  return rows.length > 0;
}

/** Decisions that still hold: one to leave a place ends when the place changes. */
const HOLDS = sql`(${syncDecisions.choice} <> 'leave' or exists (select from ${currentPois} p
  where p.id = ${syncDecisions.id} and p.version = ${syncDecisions.version}))`;
const NEWEST = newestFirst(syncDecisions.decidedAt, (row: Decision) => row.decidedAt);

/** The decisions, newest first. */
export async function decisions(
  { deps }: ActionContext<StaffActor>,
  input: z.output<typeof decisionList>,
): Promise<Page<SyncDecision>> {
  const { orm } = deps.db;
  const page = await readPage(orm, { table: syncDecisions, sorting: NEWEST, where: HOLDS, input });
  const places = await placesOf(
    deps.db,
    page.items.map(({ id }) => id),
  );
  return {
    ...page,
    items: page.items.flatMap((row) => {
      const place = places.get(row.id);
      return place ? [outputOf(place, row)] : [];
    }),
  };
}

async function placesOf({ orm }: Database, ids: readonly string[]) {
  const rows = await orm
    .select({
      id: currentPois.id,
      name: currentPois.name,
      city: currentPois.city,
      syncState: currentPois.syncState,
    })
    .from(currentPois)
    .where(inArray(currentPois.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** A place with the rows of the main database that it may be. Throws 404, 503. */
export async function failure({ deps }: ActionContext<StaffActor>, id: string): Promise<FailureDetail> {
  const { orm } = deps.db;
  const [place] = await orm.select().from(currentPois).where(eq(currentPois.id, id));
  const due = await readPlace(deps.db, id);
  if (!place || !due) throw noPlace();
  const [decision] = await orm
    .select()
    .from(syncDecisions)
    .where(sql`${eq(syncDecisions.id, id)} and ${HOLDS}`);
  const columns = ["place_id", ...LOCAL_COLUMNS, ...TIER_COLUMN_NAMES, "latitude", "longitude"];
  const source: Readonly<Record<string, unknown>> = { ...due };
  return {
    id,
    name: place.name,
    message: place.syncError,
    failures: place.syncFailures,
    state: place.syncState,
    version: place.version,
    ours: Object.fromEntries(columns.map((name) => [name, textOf(source[name])])),
    candidates: await candidatesOf(deps, place),
    decision: decision ? outputOf(place, decision) : null,
  };
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

async function candidatesOf(deps: Deps, place: Place): Promise<FailureDetail["candidates"]> {
  const compare = comparedWith(place);
  const rows = (await rowsAround(deps, place))
    .map((row) => ({ row, ...nearness(place, row), ...compare({ ...textsOf(row), name: row.name }) }))
    .filter(({ isSure, meters }) => isSure || (meters !== null && meters <= MATCH_RADIUS))
    .sort(likelierFirst)
    .slice(0, CANDIDATES_MAX);
  const others = await placesOf(
    deps.db,
    rows.flatMap(({ row }) => row.sourceId ?? []),
  );
  return rows.map(({ row, meters }) => ({
    id: row.id,
    name: row.name,
    theirs: Object.fromEntries(
      Object.entries(row.theirs)
        .filter(([name]) => name !== "source_id")
        .map(([name, value]) => [name, textOf(value)]),
    ),
    isLinked: row.sourceId === place.id,
    hasPlaceId: place.placeId !== null && row.placeId === place.placeId,
    meters: meters === null ? null : Math.round(meters),
    linkedTo:
      row.sourceId === null || row.sourceId === place.id
        ? null
        : { id: row.sourceId, name: others.get(row.sourceId)?.name ?? null },
  }));
}

const textsOf = ({ theirs }: MainPlace) => {
  const text = (name: string) => textOf(theirs[name]) ?? "";
  return {
    address: text("address"),
    phone: text("phone"),
    website: text("website"),
    category: text("category"),
  };
};

const ANSWERS: readonly MatchAnswer[] = ["same", "ask", "different"];

type Near = ReturnType<typeof nearness> &
  ReturnType<ReturnType<typeof comparedWith>> & { readonly row: MainPlace };
/** Names are alike in tens, so that the nearer of two rows with similar names comes first. */
const likelierFirst = (a: Near, b: Near): number =>
  Number(b.isSure) - Number(a.isSure) ||
  ANSWERS.indexOf(a.answer) - ANSWERS.indexOf(b.answer) ||
  Math.round(10 * b.likeness) - Math.round(10 * a.likeness) ||
  (a.meters ?? 0) - (b.meters ?? 0) ||
  (a.row.id < b.row.id ? -1 : 1);

function nearness(place: LookupKey, row: MainPlace) {
  const isSure = row.sourceId === place.id || (place.placeId !== null && row.placeId === place.placeId);
  const meters = hasCoordinates(place) && hasCoordinates(row) ? metersBetween(place, row) : null;
  return { isSure, meters };
}

const NEWEST_UNLINKS = newestFirst(
  syncUnlinks.deletedAt,
  (row: typeof syncUnlinks.$inferSelect) => row.deletedAt,
);

/** Deleted places whose rows an undo has linked again, until staff retry all. The rows are shown if they can be read. */
export async function heldLinks(
  { deps }: ActionContext<StaffActor>,
  input: z.output<typeof decisionList>,
): Promise<Page<z.output<typeof heldLink>>> {
  const where = eq(syncUnlinks.held, true);
  const page = await readPage(deps.db.orm, { table: syncUnlinks, sorting: NEWEST_UNLINKS, where, input });
  const ids = page.items.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await rowsLinkedTo(deps, ids).catch(noneIfUnavailable);
  const byPlace = new Map(rows.map((row) => [row.sourceId, row]));
  const items = page.items.map(({ id, deletedAt }) => {
    const row = byPlace.get(id);
    return { id, deletedAt, mainId: row?.id ?? null, mainName: row?.name ?? null };
  });
  return { ...page, items };
}

function noneIfUnavailable(error: unknown): MainPlace[] {
  if (error instanceof DomainError && error.kind === "unavailable") return [];
  throw error;
}
