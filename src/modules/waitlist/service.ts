import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import { addUpIdleCounts } from "../../db/query/backend-counts.ts";
import { emailKey } from "../../shared/fields.ts";
import { orderedId } from "../../shared/id.ts";
import { CURRENT_CONSENT } from "../../shared/people/consent-texts.ts";
import { skipAuditCheck } from "../audit/public.ts";
import { keepCard } from "./joined/card.ts";
import type { joinInput } from "./schema.ts";
import { waitlistSignupCounts } from "./table.ts";

/**
 * Adds a visitor to the waitlist. A known address gets the same response, so that it does not reveal who is on the
 * list. Resolves once the signup is committed. Throws 503 if too many are waiting.
 */
export async function join(ctx: ActionContext, input: z.output<typeof joinInput>) {
  const { deps, call, invocation } = ctx;
  skipAuditCheck(ctx);
  const { firstName, email, isBetaTester, source } = input;
  const quarantined = input.hp_note !== "";
  const at = deps.now();
  const id = orderedId(at); // random ones would be added all over the indexes
  await deps.state.signups.submit({
    id,
    firstName,
    email,
    emailKey: emailKey(email),
    isBetaTester,
    quarantined,
    consentWording: CURRENT_CONSENT,
    source,
    at,
    action: invocation.action,
    address: call.address,
    requestId: call.requestId,
  });
  keepCard(ctx, {
    id,
    firstName,
    email,
    isBetaTester,
    greets: false,
    quarantined: quarantined ? 1 : 0,
    source,
    city: null,
    joinedAt: at.getTime(),
  });
  const { name } = deps.settings.brand;
  const message = `Welcome to the waitlist! You'll be among the first to know when ${name} launches.`;
  return { success: true as const, message };
}

/** Keeps the number of rows small that the total of signups is the sum of. */
export const addUpSignupCounts = ({ db }: Pick<Deps, "db">): Promise<void> =>
  addUpIdleCounts(db, waitlistSignupCounts);
