import { lt } from "drizzle-orm";
import type { Acting, Deps } from "../../core/context.ts";
import { CURRENCY, TIERS } from "../../shared/tiers.ts";
import { KEYS_KEPT } from "./keys.ts";
import { paymentKeys } from "./table.ts";

/** What the support page has to know before it shows a form. */
export function options({ deps }: Acting) {
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
