import { and, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { cursorOf, positionOf } from "../../../db/query/cursor.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import type { Orm } from "../../../db/types.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Page } from "../../../shared/listing.ts";
import type { FileSource, SourceRow } from "../../../shared/places/sources.ts";
import type { City } from "../gazetteer/columns.ts";
import { cityLabel } from "../gazetteer/gazetteer.ts";
import { isOfPlace } from "../merge/queries.ts";
import { currentPois, PLACE_UNDO } from "../table.ts";
import type { Intake, IntakeRow, intakeList, rowsInput } from "./schema.ts";
import { intakeRows, placeSources, intakes as t } from "./table.ts";

export type IntakeRecord = typeof t.$inferSelect;

/** Throws 404. */
export async function intakeOf(db: Orm | Tx, deps: Deps, id: string): Promise<Intake> {
  const [row] = await db.select().from(t).where(eq(t.id, id));
  if (!row) throw new DomainError("notFound", "There is no such intake");
  return shown(deps, row);
}

function shown({ state, now }: Deps, { cityId, ...row }: IntakeRecord): Intake {
  const city = cityId === null ? null : state.gazetteer.city(cityId);
  const until = row.state === "applied" && row.appliedAt ? row.appliedAt.getTime() + PLACE_UNDO : 0;
  return {
    ...row,
    city: city && { id: city.id, name: cityLabel(city) },
    refused: [...row.refused],
    left: [...row.left],
    undoUntil: until > now().getTime() ? new Date(until) : null,
  };
}

export const show = ({ deps }: { readonly deps: Deps }, id: string): Promise<Intake> =>
  intakeOf(deps.db.orm, deps, id);

/** A city by its id, slug or name; null for all. Throws 400. */
export function cityNamed({ gazetteer }: Deps["state"], text: string): City | null {
  if (text === "") return null;
  const city = /^\d+$/.test(text) ? gazetteer.city(Number(text)) : null;
  const found = city ?? gazetteer.withSlug(text.toLowerCase()) ?? gazetteer.meaning(text);
  if (found) return found;
  const sentence = "This city is not known. Add its state, such as Dearborn, MI";
  throw new DomainError("invalid", sentence, { fields: { city: sentence } });
}

const NEWEST = newestFirst(t.createdAt, (row: IntakeRecord) => row.createdAt);

/** The intakes, newest first. */
export async function list(
  { deps }: { readonly deps: Deps },
  input: z.output<typeof intakeList>,
): Promise<Page<Intake>> {
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where: undefined, input });
  return { ...page, items: page.items.map((row) => shown(deps, row)) };
}

/** What an intake does, or would do, row by row in the order of the file. Throws 404. */
export async function listRows(
  { deps }: { readonly deps: Deps },
  { id, outcome, cursor, limit }: z.output<typeof rowsInput>,
): Promise<Page<IntakeRow>> {
  const { orm } = deps.db;
  await intakeOf(orm, deps, id);
  const saysSomething = or(isNotNull(intakeRows.row), eq(intakeRows.outcome, "gone"));
  const ofIntake = and(
    eq(intakeRows.intakeId, id),
    saysSomething,
    outcome && eq(intakeRows.outcome, outcome),
  );
  const after = cursor === undefined ? 0 : Number(positionOf(cursor, "text").id);
  const total = await orm.$count(intakeRows, ofIntake);
  const rows = await orm
    .select({ row: intakeRows, place: PLACE })
    .from(intakeRows)
    .leftJoin(currentPois, eq(currentPois.id, intakeRows.poiId))
    .where(and(ofIntake, gt(intakeRows.n, Number.isInteger(after) ? after : 0)))
    .orderBy(intakeRows.n)
    .limit(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1)?.row.n ?? 0;
  return {
    items: items.map(({ row, place }) => shownRow(row, place)),
    total,
    next: rows.length > limit ? cursorOf({ value: "", id: String(last) }) : null,
  };
}

const PLACE = {
  id: currentPois.id,
  name: currentPois.name,
  address: currentPois.address,
  city: currentPois.city,
  state: currentPois.state,
};

function shownRow(
  { n, outcome, externalId, row, before }: typeof intakeRows.$inferSelect,
  place: IntakeRow["place"],
): IntakeRow {
  const isChanged = (field: string, was: unknown) => row !== null && row[field as keyof SourceRow] !== was;
  const changes = Object.entries(before?.fields ?? {})
    .filter(([field, was]) => isChanged(field, was))
    .map(([field, was]) => ({ field, before: was ?? null, after: valueIn(row, field) }));
  return { row: n, outcome, externalId, place, says: row, changes };
}

const valueIn = (row: SourceRow | null, field: string): string | number | null => {
  const value = row?.[field as keyof SourceRow]; // one of the fields that are written
  return typeof value === "string" || typeof value === "number" ? value : null;
};

/** SQL: whether a source has a place in its newest release, and does not say that it is closed. */
export const IS_LISTED = sql`${placeSources.goneAt} is null and not (${placeSources.row}->>'isClosed')::boolean`;

/** The files that call a place halal in so many words. */
export async function filesCallingHalal(db: Orm | Tx, poiId: string): Promise<FileSource[]> {
  const rows = await db
    .selectDistinct({ source: placeSources.source })
    .from(placeSources)
    .where(
      and(isOfPlace(placeSources.poiId, poiId), IS_LISTED, sql`(${placeSources.row}->>'isHalal')::boolean`),
    )
    .orderBy(placeSources.source);
  return rows.map(({ source }) => source);
}

/** When files said last that a place is there; and if none of them does any more, since when. */
export async function sourceSignsOf(
  db: Orm | Tx,
  poiId: string,
): Promise<{ readonly listedAt: Date | null; readonly lostAt: Date | null }> {
  const [found] = await db
    .select({
      listedAt: sql<Date | null>`max(${placeSources.saidAt}) filter (where ${IS_LISTED})`.mapWith(
        placeSources.saidAt,
      ),
      lostAt: sql<Date | null>`max(coalesce(${placeSources.goneAt}, ${placeSources.saidAt}))`.mapWith(
        placeSources.saidAt,
      ),
    })
    .from(placeSources)
    .where(isOfPlace(placeSources.poiId, poiId));
  const { listedAt = null, lostAt = null } = found ?? {};
  return { listedAt, lostAt: listedAt === null ? lostAt : null };
}
