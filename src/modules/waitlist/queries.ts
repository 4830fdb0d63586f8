import { type AnyColumn, and, count, eq, gte, isNotNull, isNull, like, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type ExportFilter, streamExport } from "../../core/files/csv-export.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Queries } from "../../db/client.ts";
import { countPerDay } from "../../db/query/count-per-day.ts";
import { keyContaining } from "../../db/query/like-pattern.ts";
import { readPage, type Sorting } from "../../db/query/paging.ts";
import { type Seen, selectIds } from "../../db/query/select-ids.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Page } from "../../shared/listing.ts";
import { consentText } from "../../shared/people/consent-texts.ts";
import { record } from "../audit/public.ts";
import { versionOf } from "./columns.ts";
import type { Signup, SignupDetail, SignupFilters, signupExport, signupList } from "./schema.ts";
import { currentSignups as t, waitlistSignupCounts } from "./table.ts";

type Row = typeof t.$inferSelect;

const notQuarantined = sql`not ${t.quarantined}`;

const SORTINGS: Readonly<Record<z.output<typeof signupList>["sort"], Sorting<Row>>> = {
  newest: { column: t.createdAt, kind: "time", descending: true, of: (row) => row.createdAt },
  oldest: { column: t.createdAt, kind: "time", descending: false, of: (row) => row.createdAt },
  name: { column: t.firstName, kind: "text", descending: false, of: (row) => row.firstName },
  email: { column: t.emailKey, kind: "text", descending: false, of: (row) => row.emailKey },
};

/** Signups, newest first by default; `q` searches name and e-mail address. */
export async function list(
  { deps }: ActionContext<StaffActor>,
  input: z.output<typeof signupList>,
): Promise<Page<Signup>> {
  const filters = matching(input);
  const where = and(notQuarantined, filters);
  const total = filters ? undefined : signupTotal;
  const sorting = SORTINGS[input.sort];
  const page = await readPage(deps.db.orm, { table: t, sorting, where, input, total });
  const invitations = await invitationsOf(deps, page.items);
  const withInvitation = (row: Row) => ({ ...row, invitedAt: invitations.get(row.emailKey) ?? null });
  return { ...page, items: page.items.map(withInvitation) };
}

/** The ids of all that match. Throws 409 if they are not as many as the caller saw. */
export const selectSignups = (
  { deps }: ActionContext<StaffActor>,
  { count: seen, ...filters }: SignupFilters & Seen,
) => selectIds(deps.db.orm, t, and(notQuarantined, matching(filters)), seen);

/** One signup with what the person agreed to. Throws 404. */
export async function get({ deps }: ActionContext<StaffActor>, id: string): Promise<SignupDetail> {
  const [row] = await deps.db.orm
    .select()
    .from(t)
    .where(and(eq(t.id, id), notQuarantined));
  if (!row) throw new DomainError("notFound", "This signup does not exist");
  const { consentWording, consentAt, consentSource, createdAt } = row;
  const text = consentText(consentWording, deps.settings.brand);
  const consent = { id: consentWording, text, at: consentAt ?? createdAt, source: consentSource };
  const invitedAt = (await invitationsOf(deps, [row])).get(row.emailKey) ?? null;
  return { ...row, invitedAt, consent, updatedAt: versionOf(row) };
}

/** Invitations that went out, or may have: `broadcasts` knows them by the address. */
const INVITATIONS =
  "from broadcast_recipients r join broadcasts b on b.id = r.broadcast_id where b.invites and r.taken_at is not null and r.state in ('taken', 'sent', 'unknown')";
const IS_INVITED = `exists (select 1 ${INVITATIONS} and r.email_key = current_signups.email_key)`;

async function invitationsOf({ db }: Deps, rows: readonly Row[]): Promise<ReadonlyMap<string, Date>> {
  const found = await db.query<{ key: string; at: Date }>(
    `select r.email_key as key, max(r.taken_at) as at ${INVITATIONS} and r.email_key = any($1) group by 1`,
    [rows.map(({ emailKey: key }) => key)],
  );
  return new Map(found.map(({ key, at }) => [key, at]));
}

/** A complete address uses its index, anything else scans all rows. */
function matching({ q, beta, confirmed, left, invited }: SignupFilters): SQL | undefined {
  const isMatch = isAddress(q) ? eq(t.emailKey, emailKey(q)) : like(t.searchKey, keyContaining(q));
  return and(
    q === "" ? undefined : isMatch,
    beta === undefined ? undefined : eq(t.isBetaTester, beta),
    hasTime(t.confirmedAt, confirmed),
    hasTime(t.leftAt, left),
    invited === undefined ? undefined : sql`${sql.raw(IS_INVITED)} = ${invited}`,
  );
}

const hasTime = (column: AnyColumn, wanted: boolean | undefined): SQL | undefined =>
  wanted === undefined ? undefined : (wanted ? isNotNull : isNull)(column);

const isAddress = (q: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s.]{2,}$/.test(q);

const EXPORT = {
  table: "current_signups",
  where: "not quarantined",
  pageRows: 10_000,
  columns: [
    { name: "id", sql: "id", type: "id" },
    { name: "firstName", sql: "first_name", type: "text" },
    { name: "lastName", sql: "last_name", type: "text" },
    { name: "email", sql: "email", type: "text" },
    { name: "city", sql: "city", type: "text" },
    { name: "isBetaTester", sql: "is_beta_tester", type: "flag" },
    { name: "createdAt", sql: "created_at", type: "time" },
  ],
} as const;

/** Streams the filtered signups; the export itself is recorded in the audit log. */
export async function exportAll(ctx: ActionContext<StaffActor>, input: z.output<typeof signupExport>) {
  const { db } = ctx.deps;
  const { format } = input;
  const filters = exportFilters(input);
  const after = { format, filtered: filters.length > 0 };
  await db.transaction((tx) => record(tx, ctx, { subject: null, after }));
  return streamExport(db, EXPORT, filters, format);
}

/** Without those who left, unless they alone are asked for. */
function exportFilters({ q, beta, confirmed, left, invited }: SignupFilters): readonly ExportFilter[] {
  const flags = [
    { sql: "is_beta_tester = ?", value: beta },
    { sql: "(confirmed_at is not null) = ?", value: confirmed },
    { sql: "(left_at is not null) = ?", value: left ?? false }, // who left must not get mail from somewhere else
    { sql: `${IS_INVITED} = ?`, value: invited },
  ].filter(({ value }) => value !== undefined);
  return q === "" ? flags : [{ sql: "search_key like ?", value: keyContaining(q) }, ...flags];
}

/** The number of signups, of beta testers, and of signups on each day since `since`. */
export async function signupCounts({ db }: Deps, since: Date) {
  const beta = sql<number>`count(*) filter (where ${t.isBetaTester})::int`;
  const [all] = await db.orm.select({ total: count(), beta }).from(t).where(notQuarantined);
  const days = await countPerDay(db.orm, t, t.createdAt, and(notQuarantined, gte(t.createdAt, since)));
  return { total: all?.total ?? 0, beta: all?.beta ?? 0, days };
}

/** The exact number of signups that are not in quarantine, which triggers keep: counting a million takes 70 ms or more. */
export async function signupTotal(on: Queries): Promise<number> {
  const total = sql<number>`coalesce(sum(${waitlistSignupCounts.changes}), 0)::bigint`.mapWith(Number);
  const [kept] = await on.select({ total }).from(waitlistSignupCounts);
  return kept?.total ?? 0;
}

const COUNT_TIMEOUT = 30_000; // milliseconds; of a large city

export interface SignupsOfCity {
  readonly cityId: number;
  /** On the waitlist and not left. */
  readonly waiting: number;
  /** Those with a confirmed address. */
  readonly confirmed: number;
  /** Those that joined since the given time. */
  readonly joined: number;
}

/** Counts the people waiting in each of these cities; cities without any are missing. Called by `directory`. */
export const countSignupsByCity = ({ db }: Deps, cityIds: readonly number[], since: Date) =>
  db.query<SignupsOfCity>(
    `select city_id as "cityId", count(*)::int as waiting, count(confirmed_at)::int as confirmed,
       count(*) filter (where created_at > $2)::int as joined
     from current_signups where city_id = any($1) and left_at is null and not quarantined group by city_id`,
    [cityIds, since],
    { timeoutMs: COUNT_TIMEOUT },
  );
