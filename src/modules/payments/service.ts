import { and, eq, inArray, isNull, lt, ne, or } from "drizzle-orm";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import { days } from "../../shared/duration.ts";
import { CURRENCY, TIERS } from "../../shared/tiers.ts";
import { KEYS_KEPT } from "./checkout/idempotency.ts";
import { paymentKeys, payments, pledges } from "./table.ts";

/** A company keeps its books for seven years. */
const BOOKS_KEPT = days(7 * 365);
/** What came to nothing: long enough for somebody who asks where it went. */
const REST_KEPT = days(90);

/** What the support page has to know before it shows a form. */
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

/** Deletes idempotency keys whose day is over, with their answers (security PRI-04). */
export async function forgetKeys({ db, now }: Deps): Promise<void> {
  const end = new Date(now().getTime() - KEYS_KEPT);
  await db.orm.delete(paymentKeys).where(lt(paymentKeys.createdAt, end));
}

const NOBODY = { customerName: "", customerEmail: "" };

/** Takes the givers' names and addresses out of old gifts and pledges; amounts stay (security PRI-03). */
export async function forgetGivers({ db, now }: Deps): Promise<void> {
  const at = now().getTime();
  const [books, rest] = [new Date(at - BOOKS_KEPT), new Date(at - REST_KEPT)];
  const isOldGift = or(
    and(eq(payments.status, "failed"), lt(payments.createdAt, rest)),
    and(inArray(payments.status, ["succeeded", "refunded"]), lt(payments.createdAt, books)),
  );
  const isOldPledge = or(
    and(isNull(pledges.receivedAt), lt(pledges.createdAt, rest)),
    lt(pledges.createdAt, books),
  );
  await db.orm
    .update(payments)
    .set(NOBODY)
    .where(and(isOldGift, ne(payments.customerEmail, "")));
  await db.orm
    .update(pledges)
    .set(NOBODY)
    .where(and(isOldPledge, ne(pledges.customerEmail, "")));
}
