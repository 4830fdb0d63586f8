import { and, eq, ilike, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { containsPattern } from "../../../db/query/like-pattern.ts";
import { readPage } from "../../../db/query/paging.ts";
import type { Orm } from "../../../db/types.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Page } from "../../../shared/listing.ts";
import type { Category } from "../../../shared/places/places.ts";
import { dueBy } from "../../../shared/reviews/business-days.ts";
import { foldedWords } from "../../../shared/spelling/spelling.ts";
import { isLate, reviewOrder, undoUntil } from "../../ownership/public.ts";
import { currentPois, kindOf, likelyDuplicates } from "../../places/public.ts";
import type { SimilarPlace, StaffSuggestion, SubmitInput, SuggestionCase, suggestionList } from "./schema.ts";
import { placeSuggestions as t } from "./table.ts";

export type SuggestionRow = typeof t.$inferSelect;

/** Neither in the quarantine nor in the trash. */
const isShown = and(eq(t.quarantined, false), isNull(t.deletedAt));

/** Suggestions for staff, in review order. */
export async function list(
  ctx: ActionContext<StaffActor>,
  { q, status, late, ...input }: z.output<typeof suggestionList>,
): Promise<Page<StaffSuggestion>> {
  const { deps } = ctx;
  const where = and(
    isShown,
    matching(q),
    status && eq(t.status, status),
    isLate(t.status, t.createdAt, deps.now(), late),
  );
  const sorting = reviewOrder<SuggestionRow>(t, t.createdAt, (row) => row.createdAt, status);
  const { items, ...page } = await readPage(deps.db.orm, { table: t, sorting, where, input });
  const names = await placeNames(deps.db.orm, items);
  return { ...page, items: items.map((row) => staffSuggestion(ctx, row, names)) };
}

/** By name, or by the reference that a visitor reads out. */
function matching(q: string): SQL | undefined {
  const pattern = containsPattern(q);
  return q === "" ? undefined : or(ilike(t.name, pattern), ilike(t.reference, pattern));
}

/** A suggestion with the listed places that it may be. Throws 404. */
export async function show(ctx: ActionContext<StaffActor>, id: string): Promise<SuggestionCase> {
  const { deps } = ctx;
  const row = await suggestionOf(deps.db.orm, id);
  const { name, address, city, state, poiId } = row;
  const found = await likelyDuplicates(deps, { name, address, city, state });
  return {
    ...staffSuggestion(ctx, row, await placeNames(deps.db.orm, [row])),
    category: categoryOf(row),
    duplicates: found.filter((each) => row.status === "pending" || each.id !== poiId),
  };
}

/** Listed places that a suggestion which is about to be sent may be, likeliest first. */
export const similarPlaces = (
  deps: Deps,
  { name, address, city, state }: SubmitInput,
): Promise<SimilarPlace[]> => likelyDuplicates(deps, { name, address, city, state });

/** Throws 404. */
export async function suggestionOf(orm: Orm | Tx, id: string): Promise<SuggestionRow> {
  const [row] = await orm
    .select()
    .from(t)
    .where(and(eq(t.id, id), isShown));
  if (!row) throw noSuchSuggestion();
  return row;
}

export const noSuchSuggestion = () => new DomainError("notFound", "There is no such suggestion");

/** What kind of place its name tells of. */
export const categoryOf = ({ name }: Pick<SuggestionRow, "name">): Category =>
  kindOf(foldedWords(name)) ?? "restaurant";

async function placeNames(orm: Orm, rows: readonly SuggestionRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.map(({ poiId }) => poiId).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const { id, name } = currentPois;
  const found = await orm.select({ id, name }).from(currentPois).where(inArray(id, ids));
  return new Map(found.map((place) => [place.id, place.name]));
}

/** `names` are those of the places that the rows name. */
export function staffSuggestion(
  ctx: ActionContext<StaffActor>,
  row: SuggestionRow,
  names: ReadonlyMap<string, string>,
): StaffSuggestion {
  const { status, createdAt, email, poiId } = row;
  const due = status === "pending" ? dueBy(createdAt) : null;
  return {
    ...row,
    wantsOutcome: email !== null,
    poiName: names.get(poiId ?? "") ?? null,
    submittedAt: createdAt,
    dueBy: due,
    late: due !== null && due < ctx.deps.now(),
    undoUntil: undoUntil(ctx, row),
  };
}
