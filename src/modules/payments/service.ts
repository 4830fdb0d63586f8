import { and, eq, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { days } from "../../shared/duration.ts";
import type { Erasure, KeptData } from "../../shared/erasure.ts";
import { emailKey } from "../../shared/fields.ts";
import { CURRENCY, TIERS } from "../../shared/gifts/tiers.ts";
import { KEY_LIFETIME } from "./checkout/idempotency.ts";
import { paymentKeys, payments, pledges } from "./table.ts";

/** Financial records are stored for seven years. */
const BOOKKEEPING_RETENTION = days(7 * 365);
/** Failed payments and unpaid pledges: long enough for questions about them. */
const INCOMPLETE_RETENTION = days(90);

/** What the support page needs to show its form. */
export function options({ deps }: ActionContext) {
  const { brand } = deps.settings;
  const { name: gateway, collectsCard } = deps.ports.gateway;
  return {
    gateway,
    collectsCard,
    tiers: [...TIERS],
    currency: CURRENCY,
    largeGiftEmail: brand.contactEmail,
    venmo: brand.venmoHandle,
    zelle: brand.zelleRecipient,
  };
}

/** Deletes expired idempotency keys with their responses; part of the hourly sweep (docs/security.md PRI-04). */
export async function deleteExpiredKeys({ db, now }: Deps): Promise<void> {
  const end = new Date(now().getTime() - KEY_LIFETIME);
  await db.orm.delete(paymentKeys).where(lt(paymentKeys.createdAt, end));
}

const ANONYMOUS = { customerName: "", customerEmail: "" };

/** Removes names and e-mail addresses from old payments and pledges; amounts stay (docs/security.md PRI-03). */
export async function anonymizeOldPayments({ db, now }: Deps): Promise<void> {
  const at = now().getTime();
  const [bookkeepingEnd, incompleteEnd] = [
    new Date(at - BOOKKEEPING_RETENTION),
    new Date(at - INCOMPLETE_RETENTION),
  ];
  const isOldPayment = or(
    and(eq(payments.status, "failed"), lt(payments.createdAt, incompleteEnd)),
    and(inArray(payments.status, ["succeeded", "refunded"]), lt(payments.createdAt, bookkeepingEnd)),
  );
  const isOldPledge = or(
    and(isNull(pledges.receivedAt), lt(pledges.createdAt, incompleteEnd)),
    lt(pledges.createdAt, bookkeepingEnd),
  );
  await db.orm
    .update(payments)
    .set(ANONYMOUS)
    .where(and(isOldPayment, ne(payments.customerEmail, "")));
  await db.orm
    .update(pledges)
    .set(ANONYMOUS)
    .where(and(isOldPledge, ne(pledges.customerEmail, "")));
}

/**
 * Removes a person's name and address from gifts that bookkeeping does not need: open, failed and sandbox payments, and
 * unpaid pledges. Received gifts keep both for their legal retention. Called by `people`.
 */
export async function anonymizeGiver(tx: Tx, email: string): Promise<Erasure> {
  const paidBy = await addressIs(tx, payments, email);
  const pledgedBy = await addressIs(tx, pledges, email);
  const inBooks = and(inArray(payments.status, ["succeeded", "refunded"]), ne(payments.gateway, "sandbox"));
  const paid = await tx
    .update(payments)
    .set(ANONYMOUS)
    .where(and(paidBy, sql`not (${inBooks})`))
    .returning({ id: payments.id });
  const pledged = await tx
    .update(pledges)
    .set(ANONYMOUS)
    .where(and(pledgedBy, isNull(pledges.receivedAt)))
    .returning({ id: pledges.id });
  const received = [
    ...(await tx.select({ at: payments.createdAt }).from(payments).where(paidBy)),
    ...(await tx.select({ at: pledges.createdAt }).from(pledges).where(pledgedBy)),
  ];
  return { ids: [...paid, ...pledged].map(({ id }) => id), kept: keptInBooks(received) };
}

/**
 * Matches the gifts of an address in any spelling. PostgreSQL lowers only ASCII like `emailKey` whatever its locale, so
 * that spellings with other letters are compared here.
 */
async function addressIs(tx: Tx, table: typeof payments | typeof pledges, email: string): Promise<SQL> {
  const key = emailKey(email);
  const { customerEmail } = table;
  const others = await tx
    .selectDistinct({ customerEmail })
    .from(table)
    .where(sql`octet_length(${customerEmail}) <> length(${customerEmail})`);
  const spellings = others.map((row) => row.customerEmail).filter((each) => emailKey(each) === key);
  return sql`(lower(${customerEmail} collate "C") = ${key} or ${inArray(customerEmail, spellings)})`;
}

function keptInBooks(received: readonly { readonly at: Date }[]): readonly KeptData[] {
  if (received.length === 0) return [];
  const latest = Math.max(...received.map(({ at }) => at.getTime()));
  return [
    {
      what: "Gifts that were received, with name and email address",
      count: received.length,
      why: "Bookkeeping law requires them for seven years.",
      until: new Date(latest + BOOKKEEPING_RETENTION),
    },
  ];
}
