import { and, asc, eq, gte, isNull, like, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type ExportFilter, streamExport } from "../../core/files/csv-export.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { countPerDay } from "../../db/query/count-per-day.ts";
import { keyContaining } from "../../db/query/like-pattern.ts";
import { newestFirst, readPage } from "../../db/query/paging.ts";
import { DomainError } from "../../shared/errors.ts";
import type { Page } from "../../shared/listing.ts";
import { CURRENCY } from "../../shared/money/gifts.ts";
import { cents, dollarsOf } from "../../shared/money/money.ts";
import { record } from "../audit/public.ts";
import type { Payment, PaymentFilters, paymentExport, paymentList } from "./schema.ts";
import type { PaymentRow } from "./settlement/settle.ts";
import { paymentEvents, payments, pledges } from "./table.ts";

const t = payments;

const NEWEST = newestFirst(t.createdAt, (row: PaymentRow) => row.createdAt);

/** Payments, newest first; `q` searches name, e-mail address and reference. */
export async function list(
  { deps }: ActionContext<StaffActor>,
  input: z.output<typeof paymentList>,
): Promise<Page<Payment>> {
  const where = matching(input);
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
  return { ...page, items: page.items.map(toPayment) };
}

/** Dollars of all gifts that match, and of those of them that arrived. */
export async function sum({ deps }: ActionContext<StaffActor>, filters: PaymentFilters) {
  const [row] = await deps.db.orm
    .select({
      all: sql<string>`coalesce(sum(${t.amountCents}), 0)`,
      received: sql<string>`coalesce(sum(${t.amountCents}) filter (where ${t.status} = 'succeeded'), 0)`,
    })
    .from(t)
    .where(matching(filters));
  const dollars = (text: string | undefined) => dollarsOf(cents(Number(text ?? 0)));
  return { amount: dollars(row?.all), received: dollars(row?.received) };
}

function matching({ q, status, kind }: PaymentFilters): SQL | undefined {
  return and(
    q === "" ? undefined : like(t.searchKey, keyContaining(q)),
    status === "" ? undefined : eq(t.status, status),
    kind === "" ? undefined : eq(t.gateway, kind),
  );
}

const toPayment = (row: PaymentRow): Payment => ({ ...row, amount: dollarsOf(row.amountCents) });

/** A payment with its webhook events. Throws 404. */
export async function show({ deps }: ActionContext<StaffActor>, id: string) {
  const [row] = await deps.db.orm.select().from(t).where(eq(t.id, id));
  if (!row) throw new DomainError("notFound", "This payment does not exist");
  const events = await deps.db.orm
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, id))
    .orderBy(asc(paymentEvents.receivedAt), asc(paymentEvents.id));
  return { ...toPayment(row), events };
}

const EXPORT = {
  table: "payments",
  where: "true",
  columns: [
    { name: "id", sql: "id", type: "id" },
    { name: "reference", sql: "reference", type: "text" },
    { name: "status", sql: "status", type: "text" },
    { name: "amount", sql: "trim(to_char(amount_cents / 100.0, '999999990.00'))", type: "text" },
    { name: "currency", sql: "currency", type: "text" },
    { name: "tier", sql: "tier", type: "text" },
    { name: "customerName", sql: "customer_name", type: "text" },
    { name: "customerEmail", sql: "customer_email", type: "text" },
    { name: "gateway", sql: "gateway", type: "text" },
    { name: "gatewayId", sql: "gateway_id", type: "text" },
    { name: "cardBrand", sql: "card_brand", type: "text" },
    { name: "cardLast4", sql: "card_last4", type: "text" },
    { name: "createdAt", sql: "created_at", type: "time" },
    { name: "updatedAt", sql: "updated_at", type: "time" },
  ],
} as const;

/** Streams the filtered payments; the export itself is recorded in the audit log. */
export async function exportAll(
  ctx: ActionContext<StaffActor>,
  { format, q, status, kind }: z.output<typeof paymentExport>,
) {
  const { db } = ctx.deps;
  const filters: ExportFilter[] = [];
  if (q !== "") filters.push({ sql: "search_key like ?", value: keyContaining(q) });
  if (status !== "") filters.push({ sql: "status = ?", value: status });
  if (kind !== "") filters.push({ sql: "gateway = ?", value: kind });
  const after = { format, filtered: filters.length > 0 };
  await db.transaction((tx) => record(tx, ctx, { subject: null, after }));
  return streamExport(db, EXPORT, filters, format);
}

interface TotalRow {
  readonly group: string;
  readonly count: number;
  readonly cents: number;
}

/** Sandbox payments are no money, so they are counted separately. */
const SELECT_TOTALS = `
  select case when gateway <> 'sandbox' then status when status = 'succeeded' then 'sandbox' else 'play' end as "group",
         count(*)::int as count, sum(amount_cents)::bigint as cents
  from payments group by 1
  union all
  select case when received_at is null then 'pledgesWaiting' else 'pledgesReceived' end,
         count(*)::int, sum(amount_cents)::bigint
  from pledges group by 1`;

/** Counts and dollars by status. */
export async function totals({ deps }: ActionContext<StaffActor>) {
  const rows = await deps.db.query<TotalRow>(SELECT_TOTALS);
  const total = (group: string) => {
    const row = rows.find((each) => each.group === group);
    return { count: row?.count ?? 0, amount: dollarsOf(cents(row?.cents ?? 0)) };
  };
  return {
    currency: CURRENCY,
    succeeded: total("succeeded"),
    refunded: total("refunded"),
    pending: total("pending"),
    failed: total("failed"),
    sandbox: total("sandbox"),
    pledgesWaiting: total("pledgesWaiting"),
    pledgesReceived: total("pledgesReceived"),
  };
}

/** The number of pledges that were not seen to arrive; 0 for a role that may not read them. */
export async function waitingPledges({ deps, principal }: ActionContext<StaffActor>): Promise<number> {
  if (principal.kind === "staff" && principal.role === "partner_manager") return 0;
  return deps.db.orm.$count(pledges, isNull(pledges.receivedAt));
}

/** Gifts by card that arrived, by day. */
export const giftsPerDay = ({ db }: Deps, since: Date) =>
  countPerDay(
    db.orm,
    payments,
    payments.settledAt,
    and(eq(payments.status, "succeeded"), gte(payments.settledAt, since)),
  );

interface PendingGifts {
  readonly pending: number;
  /** When the oldest was begun; null if there is none. */
  readonly oldestAt: Date | null;
  /** Since when one has not been looked up at the gateway; null if there is none. */
  readonly uncheckedSince: Date | null;
}

interface GiftEvents {
  /** Gifts of the last day whose outcome is known, without those of the last 15 minutes, and those with an event. */
  readonly settled: number;
  readonly withEvent: number;
  /** When the oldest without an event was settled. */
  readonly oldestWithoutEventAt: Date | null;
}

const FEW = 3; // one lost event says nothing

/** $1: now. */
const EVENTS = `select count(*)::int as settled, count(e.payment_id)::int as "withEvent",
  min(p.settled_at) filter (where e.payment_id is null) as "oldestWithoutEventAt"
  from payments p left join (select distinct payment_id from payment_events where received_at > $1::timestamptz - interval '2 days') e
    on e.payment_id = p.id
  where p.gateway = 'stripe' and p.status = 'succeeded' and p.created_at > $1::timestamptz - interval '2 days'
    and p.settled_at between $1::timestamptz - interval '1 day' and $1::timestamptz - interval '15 minutes'`;

const PENDING = `select count(*)::int as pending, min(created_at) as "oldestAt",
  min(coalesce(checked_at, created_at)) as "uncheckedSince" from payments where status = 'pending'`;

export interface GiftHealth extends PendingGifts {
  /** Gifts were paid, and not a single event of the gateway arrived. */
  readonly eventsMissing: boolean;
  readonly oldestWithoutEventAt: Date | null;
}

/** Gifts whose outcome is open, and whether the events of the gateway arrive. */
export async function giftHealth({ db, now }: Deps): Promise<GiftHealth> {
  const [gifts] = await db.query<PendingGifts>(PENDING);
  const [events] = await db.query<GiftEvents>(EVENTS, [now()]);
  if (!gifts || !events) throw new Error("the counts of gifts returned no row");
  const { settled, withEvent, oldestWithoutEventAt } = events;
  return {
    ...gifts,
    eventsMissing: settled >= FEW && withEvent === 0,
    oldestWithoutEventAt,
  };
}
