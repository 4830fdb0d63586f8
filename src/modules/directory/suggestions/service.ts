import { and, eq } from "drizzle-orm";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { emailKey } from "../../../shared/fields.ts";
import { randomId } from "../../../shared/id.ts";
import { insertWithReference } from "../../../shared/references.ts";
import { foldedText } from "../../../shared/spelling/spelling.ts";
import { skipAuditCheck } from "../../audit/public.ts";
import { networkOf, recordWithoutAddress } from "../visitors.ts";
import type { SubmitInput } from "./schema.ts";
import { placeSuggestions as t } from "./table.ts";

export type NewSuggestion = typeof t.$inferInsert & { readonly id: string };

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
    const { id, reference } = await insertWithReference((unused) =>
      fileSuggestion(tx, { ...row, reference: unused }),
    );
    if (id === row.id) {
      const { name, city, state, quarantined } = row;
      const after = { name, city, state, ...(quarantined && { quarantined }) };
      await recordWithoutAddress(tx, ctx, id, after);
    } else skipAuditCheck(ctx);
    return { success: true as const, reference };
  });
}

/** Stores it, unless the same one waits already. Returns the one that waits; undefined if the reference is taken. */
export async function fileSuggestion(tx: Tx, row: NewSuggestion) {
  const names = { id: t.id, reference: t.reference };
  const [added] = await tx.insert(t).values(row).onConflictDoNothing().returning(names);
  if (added) return added;
  const waits = and(eq(t.status, "pending"), eq(t.quarantined, false));
  const [same] = await tx
    .select(names)
    .from(t)
    .where(and(eq(t.network, row.network ?? ""), waits));
  return same;
}

/**
 * Names a suggestion and its network without its address, so that two suggestions cannot be linked. With the reason and
 * the email in it, a neighbor's suggestion of the same place is another one, and no answer tells of it.
 */
function networkKey(
  { encryption }: Deps,
  from: string,
  { name, address, city, state, url, why, email }: SubmitInput,
): string {
  const said = [name, address, city, state, url, why, email].map(foldedText).join("\n");
  return encryption.keyedHash("suggestion-network", `${from}\n${said}`);
}
