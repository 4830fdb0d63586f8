import {
  and,
  count,
  eq,
  getTableName,
  getViewSelectedFields,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  min,
  type SQL,
  sql,
} from "drizzle-orm";
import type { z } from "zod";
import { type ExportFilter, streamExport } from "../../core/files/csv-export.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { countPerDay } from "../../db/query/count-per-day.ts";
import { keyContaining } from "../../db/query/like-pattern.ts";
import { readPage, type Sorting } from "../../db/query/paging.ts";
import { type Seen, selectIds } from "../../db/query/select-ids.ts";
import type { Orm } from "../../db/types.ts";
import { DomainError } from "../../shared/errors.ts";
import type { Page } from "../../shared/listing.ts";
import { handlesInquiries, staffUsers } from "../accounts/public.ts";
import { record } from "../audit/public.ts";
import { currentPartners } from "../partners/public.ts";
import { currentPois, likelyPlaces, mergedPlaces } from "../places/public.ts";
import { answersTo } from "./answers.ts";
import { lastReplies, repliesTo, waitingSince } from "./replies.ts";
import type {
  InquiryDetail,
  InquiryFilters,
  inquiryExport,
  inquiryList,
  ListedInquiry,
  PlaceOfInquiry,
} from "./schema.ts";
import { currentInquiries as t } from "./table.ts";

const STAFF_USERS = getTableName(staffUsers);

type Row = typeof t.$inferSelect;

const listed = sql`not ${t.quarantined}`;

/** Not in the search key, which an older version writes without it. */
const SEARCHED = "(search_key || ' ' || lower(coalesce(reference, '')))";

const SORTINGS: Readonly<Record<z.output<typeof inquiryList>["sort"], Sorting<Row>>> = {
  newest: { column: t.createdAt, kind: "time", descending: true, of: (row) => row.createdAt },
  oldest: { column: t.createdAt, kind: "time", descending: false, of: (row) => row.createdAt },
  business: { column: t.businessName, kind: "text", descending: false, of: (row) => row.businessName },
  email: { column: t.emailKey, kind: "text", descending: false, of: (row) => row.emailKey },
};

/** Inquiries, newest first by default; `q` searches business, contact, e-mail address, city, message and reference. */
export async function list(
  { deps, principal }: ActionContext<StaffActor>,
  input: z.output<typeof inquiryList>,
): Promise<Page<ListedInquiry>> {
  const where = and(listed, matching(input, assigneeOf(principal, input.assignee)));
  const page = await readPage(deps.db.orm, { table: t, sorting: SORTINGS[input.sort], where, input });
  return { ...page, items: await asListed(deps.db.orm, page.items) };
}

/** The ids of all that match. Throws 409 if they are not as many as the caller saw. */
export function selectInquiries(
  { deps, principal }: ActionContext<StaffActor>,
  { count: seen, ...filters }: InquiryFilters & Seen,
) {
  const where = and(listed, matching(filters, assigneeOf(principal, filters.assignee)));
  return selectIds(deps.db.orm, t, where, seen);
}

/** One inquiry. Throws 404. */
export async function get({ deps }: ActionContext<StaffActor>, id: string): Promise<InquiryDetail> {
  const [row] = await deps.db.orm
    .select({
      inquiry: getViewSelectedFields(t),
      assigneeId: staffUsers.id,
      assigneeName: staffUsers.username,
      place: {
        id: currentPois.id,
        name: currentPois.name,
        address: currentPois.address,
        city: currentPois.city,
        state: currentPois.state,
      },
      partner: { id: currentPartners.id, businessName: currentPartners.businessName },
    })
    .from(t)
    .leftJoin(staffUsers, isAssignee())
    .leftJoin(mergedPlaces, eq(mergedPlaces.id, t.placeId))
    .leftJoin(currentPois, eq(currentPois.id, sql`coalesce(${mergedPlaces.poiId}, ${t.placeId})`))
    .leftJoin(currentPartners, eq(currentPartners.emailKey, t.emailKey))
    .where(and(eq(t.id, id), listed));
  if (!row) throw notFound();
  const { inquiry, ...more } = row;
  const placeId = more.place?.id ?? null; // the place that is kept of a merge; null while it is deleted
  const replies = await repliesTo(deps, id, inquiry.email);
  const repliedAt = replies.findLast(({ automatic }) => !automatic)?.receivedAt ?? null;
  return {
    ...inquiry,
    ...more,
    placeId,
    answers: await answersTo(deps, id),
    replies,
    repliedAt,
    repliesComeIn: deps.settings.inbound !== undefined,
  };
}

const LIKELY_MAX = 3;

/** The places that an inquiry is most likely about, by name and city. Throws 404. */
export async function placesOf({ deps }: ActionContext<StaffActor>, id: string): Promise<PlaceOfInquiry[]> {
  const [row] = await deps.db.orm
    .select({ name: t.businessName, city: t.city })
    .from(t)
    .where(and(eq(t.id, id), listed));
  if (!row) throw notFound();
  return likelyPlaces(deps, { ...row, limit: LIKELY_MAX });
}

const notFound = () => new DomainError("notFound", "This inquiry does not exist");

/** The id of the account in a filter; null for unassigned inquiries, undefined for all. Throws 400 on an operator's `me`. */
function assigneeOf(principal: StaffActor, assignee: string): string | null | undefined {
  if (assignee === "") return undefined;
  if (assignee === "none") return null;
  if (assignee !== "me") return assignee;
  if (principal.kind === "staff") return principal.id;
  const sentence = "An operator has no inquiries: give the id of an account instead of me";
  throw new DomainError("invalid", sentence, { fields: { assignee: sentence } });
}

function matching(
  { q, answered, businessType, stage }: InquiryFilters,
  assignee: string | null | undefined,
): SQL | undefined {
  return and(
    q === "" ? undefined : like(sql.raw(SEARCHED), keyContaining(q)),
    answered === undefined ? undefined : answered ? isNotNull(t.answeredAt) : isNull(t.answeredAt),
    businessType === "" ? undefined : eq(t.businessType, businessType),
    stage && eq(t.stage, stage),
    assignee === undefined ? undefined : assignee === null ? isUnassigned() : eq(t.assigneeId, assignee),
  );
}

const EXPORT = {
  table: "current_inquiries",
  where: "not quarantined",
  columns: [
    { name: "id", sql: "id", type: "id" },
    { name: "businessName", sql: "business_name", type: "text" },
    { name: "contactName", sql: "contact_name", type: "text" },
    { name: "email", sql: "email", type: "text" },
    {
      name: "phone",
      sql: `case when phone = '' then '' else '(' || left(phone, 3) || ') ' || substr(phone, 4, 3) || '-' || substr(phone, 7) end`,
      type: "text",
    },
    { name: "website", sql: "website", type: "text" },
    { name: "businessType", sql: "business_type", type: "text" },
    { name: "city", sql: "city", type: "text" },
    { name: "state", sql: "state", type: "text" },
    { name: "message", sql: "message", type: "text" },
    { name: "addedBy", sql: "added_by", type: "text" },
    { name: "createdAt", sql: "created_at", type: "time" },
    { name: "stage", sql: "stage", type: "text" },
    {
      name: "assignee",
      sql: `coalesce((select username from ${STAFF_USERS} s where s.id = assignee_id and s.is_active and s.role in ('admin', 'super_admin')), '')`,
      type: "text",
    },
  ],
} as const;

/** Streams the filtered inquiries; the export itself is recorded in the audit log. */
export async function exportAll(ctx: ActionContext<StaffActor>, input: z.output<typeof inquiryExport>) {
  const { db } = ctx.deps;
  const { format, q, answered, businessType, stage } = input;
  const filters: ExportFilter[] = [];
  if (q !== "") filters.push({ sql: `${SEARCHED} like ?`, value: keyContaining(q) });
  if (answered !== undefined) filters.push({ sql: "(answered_at is not null) = ?", value: answered });
  if (businessType !== "") filters.push({ sql: "business_type = ?", value: businessType });
  if (stage) filters.push({ sql: "stage = ?", value: stage });
  const assignee = assigneeOf(ctx.principal, input.assignee);
  if (assignee === null) filters.push({ sql: UNASSIGNED, value: true });
  else if (assignee !== undefined) filters.push({ sql: "assignee_id = ?", value: assignee });
  const after = { format, filtered: filters.length > 0 };
  await db.transaction((tx) => record(tx, ctx, { subject: null, after }));
  return streamExport(db, EXPORT, filters, format);
}

/** The number of inquiries, of unanswered ones with the oldest, and of inquiries on each day since `since`. */
export async function inquiryCounts({ db }: Deps, since: Date) {
  const waiting = sql<number>`count(*) filter (where ${t.answeredAt} is null)::int`;
  const oldest = min(sql<Date>`case when ${t.answeredAt} is null then ${waitingSince()} end`).mapWith(
    t.createdAt,
  );
  const [all] = await db.orm.select({ total: count(), waiting, oldest }).from(t).where(listed);
  const days = await countPerDay(db.orm, t, t.createdAt, and(listed, gte(t.createdAt, since)));
  return { total: all?.total ?? 0, waiting: all?.waiting ?? 0, oldestWaiting: all?.oldest ?? null, days };
}

/** The number of inquiries without a reply; 0 for a role that may not read them. */
export async function waitingInquiries({ deps, principal }: ActionContext<StaffActor>): Promise<number> {
  if (principal.kind === "staff" && principal.role === "partner_manager") return 0;
  return deps.db.orm.$count(t, and(listed, isNull(t.answeredAt)));
}

/** Joins the account that an inquiry is assigned to: none if it was deleted, deactivated or has another role now. */
export const isAssignee = (): SQL | undefined => and(eq(staffUsers.id, t.assigneeId), handlesInquiries());

/** Inquiries that are not assigned. */
export const isUnassigned = (): SQL => sql`not exists (select 1 from ${staffUsers} where ${isAssignee()})`;

/** The same for an export, whose filters are text. */
export const UNASSIGNED = `(not exists (select 1 from ${STAFF_USERS} s where s.id = assignee_id and s.is_active and s.role in ('admin', 'super_admin'))) = ?`;

/** Rows with the names of their assignees, and when people last replied. */
async function asListed(orm: Orm, rows: readonly Row[]): Promise<ListedInquiry[]> {
  const ids = rows.flatMap(({ assigneeId }) => (assigneeId === null ? [] : [assigneeId]));
  const found =
    ids.length === 0
      ? []
      : await orm
          .select({ id: staffUsers.id, username: staffUsers.username })
          .from(staffUsers)
          .where(and(inArray(staffUsers.id, ids), handlesInquiries()));
  const names = new Map(found.map(({ id, username }) => [id, username]));
  const replied = await lastReplies(
    orm,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const assigneeName = names.get(row.assigneeId ?? "") ?? null;
    const assigneeId = assigneeName === null ? null : row.assigneeId;
    return { ...row, assigneeName, assigneeId, repliedAt: replied.get(row.id) ?? null };
  });
}
