import { and, eq, inArray, isNull, lt, ne, or } from "drizzle-orm";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import { days } from "../../shared/duration.ts";
import { CURRENCY, TIERS } from "../../shared/money/gifts.ts";
import { dollarsOf } from "../../shared/money/money.ts";
import { KEY_LIFETIME } from "./checkout/idempotency.ts";
import { paymentKeys, payments, pledges } from "./table.ts";

/** Financial records are stored for seven years. */
export const BOOKKEEPING_RETENTION = days(7 * 365);
/** Failed payments and unpaid pledges: long enough for questions about them. */
const INCOMPLETE_RETENTION = days(90);

/** What the support page needs to show its form. */
export function options({ deps }: ActionContext) {
  const { brand } = deps.settings;
  const { name: gateway, collectsCard } = deps.ports.gateway;
  return {
    gateway,
    collectsCard,
    tiers: TIERS.map((tier) => ({ ...tier, amount: dollarsOf(tier.amount) })),
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

export const ANONYMOUS = { customerName: "", customerEmail: "" };

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
