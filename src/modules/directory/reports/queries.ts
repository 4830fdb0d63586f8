import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { readPage, type Sorting } from "../../../db/query/paging.ts";
import type { Orm } from "../../../db/types.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Page } from "../../../shared/listing.ts";
import { dayIn } from "../../../shared/places/days.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import type { ClosedReport } from "../../../shared/reviews/reports.ts";
import { photosOf } from "../../evidence/public.ts";
import { currentPartners } from "../../partners/public.ts";
import { currentPois } from "../../places/public.ts";
import type {
  OwnReport,
  ownReportList,
  ReportCase,
  ReportStatus,
  reportList,
  StaffReport,
} from "./schema.ts";
import { placeReports as t } from "./table.ts";
import { ownReport, type PlaceFacts, type ReportRow, staffReport } from "./views.ts";

/** Cases about listed places, without merged reports and those in the quarantine. */
export const isCase = and(
  isNull(t.mergedInto),
  eq(t.quarantined, false),
  sql`exists (select from ${currentPois} where ${currentPois.id} = ${t.poiId})`,
);

const FAR_FUTURE = Date.UTC(4000, 0);

const SINCE_1970 = sql`((${t.closedAt} at time zone 'UTC') - timestamp '1970-01-01')`;
const RANK = sql`(case when ${t.closedAt} is null then ${t.dueAt} else (timestamp '4000-01-01' - ${SINCE_1970}) at time zone 'UTC' end)`;

/** Open: when it is due. Closed: after all those, the time of its end counted back from year 4000. */
const sortingOf = (status: ReportStatus | undefined): Sorting<ReportRow> => ({
  column: status === "open" ? t.dueAt : RANK, // uses the index of the queue
  kind: "time",
  descending: false,
  of: ({ closedAt, dueAt }) => (closedAt === null ? dueAt : new Date(FAR_FUTURE - closedAt.getTime())),
});

function inStatus(status: ReportStatus | undefined): SQL | undefined {
  if (status === undefined) return undefined;
  return status === "open" ? isNull(t.closedAt) : isNotNull(t.closedAt);
}

/** Cases for staff, open ones first, by the day on which they are due. */
export async function list(
  { deps }: ActionContext<StaffActor>,
  { status, late, ...input }: z.output<typeof reportList>,
): Promise<Page<StaffReport>> {
  const now = deps.now();
  const isLate = and(isNull(t.closedAt), lt(t.dueAt, now));
  const where = and(
    isCase,
    inStatus(status),
    late === undefined ? undefined : late ? isLate : sql`not (${isLate})`,
  );
  const { items, ...page } = await readPage(deps.db.orm, {
    table: t,
    sorting: sortingOf(status),
    where,
    input,
  });
  const places = await placesOf(deps.db.orm, items);
  return { ...page, items: items.map((row) => staffReport(row, places.get(row.poiId), now)) };
}

const MERGED_SHOWN = 20;

/** A case with what other people on its network wrote. Throws 404. */
export const showCase = ({ deps }: ActionContext<StaffActor>, id: string): Promise<ReportCase> =>
  caseOf(deps.db.orm, deps, id);

/** The same, also within a transaction. Throws 404. */
export async function caseOf(orm: Orm | Tx, { now }: Pick<Deps, "now">, id: string): Promise<ReportCase> {
  const [row] = await orm
    .select()
    .from(t)
    .where(and(eq(t.id, id), isCase));
  if (!row) throw noSuchReport();
  const merged = await orm
    .select({ id: t.id, kind: t.kind, text: t.text, at: t.createdAt })
    .from(t)
    .where(eq(t.mergedInto, id))
    .orderBy(asc(t.createdAt), asc(t.id))
    .limit(MERGED_SHOWN);
  const photos = await photosOf(orm, [id, ...merged.map((each) => each.id)]);
  const shown = staffReport(row, (await placesOf(orm, [row])).get(row.poiId), now());
  return { ...shown, photos, merged };
}

export const noSuchReport = () => new DomainError("notFound", "There is no such report");

async function placesOf(orm: Orm | Tx, rows: readonly ReportRow[]): Promise<ReadonlyMap<string, PlaceFacts>> {
  const ids = [...new Set(rows.map(({ poiId }) => poiId))];
  if (ids.length === 0) return new Map();
  const { id, name, city, state, ownerId } = currentPois;
  const found = await orm
    .select({ id, name, city, state, ownerId, ownerName: currentPartners.businessName })
    .from(currentPois)
    .leftJoin(currentPartners, eq(currentPartners.id, currentPois.ownerId))
    .where(inArray(currentPois.id, ids));
  return new Map(found.map((place) => [place.id, place]));
}

/** Cases about the places that the caller owns, in the same order. */
export async function listOwn(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  { status, ...input }: z.output<typeof ownReportList>,
): Promise<Page<OwnReport>> {
  const { orm } = deps.db;
  const owned = orm
    .select({ id: currentPois.id })
    .from(currentPois)
    .where(eq(currentPois.ownerId, principal.id));
  const where = and(isCase, inArray(t.poiId, owned), inStatus(status));
  const { items, ...page } = await readPage(orm, {
    table: t,
    sorting: sortingOf(status),
    where,
    input,
  });
  const places = await placesOf(orm, items);
  return { ...page, items: items.map((row) => ownReport(row, places.get(row.poiId)?.name ?? "")) };
}

const PUBLISHED_MAX = 20; // cases on a place's page

/** What everyone sees of the closed cases of a place, newest first. */
export async function closedReportsOf(
  orm: Orm,
  place: Pick<typeof currentPois.$inferSelect, "id" | "latitude" | "longitude" | "state">,
): Promise<ClosedReport[]> {
  const rows = await orm
    .select()
    .from(t)
    .where(and(eq(t.poiId, place.id), isCase, isNotNull(t.closedAt)))
    .orderBy(desc(t.closedAt), desc(t.id))
    .limit(PUBLISHED_MAX);
  const timeZone = timeZoneOf(place);
  return rows.map(({ kind, askedBy, shownText, shownReply, conclusion, createdAt, closedAt }) => ({
    kind,
    ...(askedBy && { askedBy }),
    text: shownText,
    reply: shownReply,
    conclusion,
    openedOn: dayIn(timeZone, createdAt),
    closedOn: dayIn(timeZone, closedAt ?? createdAt),
  }));
}
