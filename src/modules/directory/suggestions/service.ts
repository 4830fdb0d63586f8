import { and, eq, sql } from "drizzle-orm";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { emailKey } from "../../../shared/fields.ts";
import { randomId } from "../../../shared/id.ts";
import { shortIdOf } from "../../../shared/places/slug.ts";
import { foldedText } from "../../../shared/spelling/spelling.ts";
import { skipAuditCheck } from "../../audit/public.ts";
import { networkOf, recordWithoutAddress } from "../reports/service.ts";
import type { SubmitInput } from "./schema.ts";
import { placeSuggestions as t } from "./table.ts";

export type NewSuggestion = typeof t.$inferInsert & { readonly id: string };

/** Names a suggestion in the answer to the visitor, in its mail and on the desk. */
export const referenceOf = (id: string): string => shortIdOf(id).toUpperCase();

/**
 * A visitor suggests a place that is not listed. It waits for staff, and changes nothing before they decide. With a filled
 * honeypot it gets the same response and is quarantined. The same one again from one network is one. Throws 429 for a
 * network that suggests too much.
 */
export async function submit(ctx: ActionContext<Visitor>, input: SubmitInput) {
  const { deps, call } = ctx;
  const from = networkOf(call.address);
  await deps.rateLimiter.take("suggestions", from);
  const { hp_note, email, ...fields } = input;
  const at = deps.now();
  const row = {
    ...fields,
    id: randomId(),
    ...(email !== "" && { email, emailKey: emailKey(email) }),
    network: networkKey(deps, from, input),
    quarantined: hp_note !== "",
    createdAt: at,
    updatedAt: at,
  };
  return deps.db.transaction(async (tx) => {
    const id = await fileSuggestion(tx, row);
    if (id === row.id) {
      const { name, city, state, quarantined } = row;
      const after = { name, city, state, ...(quarantined && { quarantined }) };
      await recordWithoutAddress(tx, ctx, id, after);
    } else skipAuditCheck(ctx);
    return { success: true as const, reference: referenceOf(id) };
  });
}

/** Stores it, unless the same one waits already. Returns the id of the one that waits. */
export async function fileSuggestion(tx: Tx, row: NewSuggestion): Promise<string> {
  const waits = sql`status = 'pending' and not quarantined`;
  const [added] = await tx
    .insert(t)
    .values(row)
    .onConflictDoNothing({ target: t.network, where: waits })
    .returning({ id: t.id });
  if (added) return added.id;
  const [same] = await tx
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.network, row.network ?? ""), eq(t.status, "pending"), eq(t.quarantined, false)));
  return same?.id ?? row.id; // decided by now: the visitor is told the same
}

/** Names a place and the network that suggests it without its address, so that two suggestions cannot be linked. */
function networkKey({ encryption }: Deps, from: string, { name, address, city, url }: SubmitInput): string {
  const place = [name, address, city, url].map(foldedText).join("\n");
  return encryption.keyedHash("suggestion-network", `${from}\n${place}`);
}
