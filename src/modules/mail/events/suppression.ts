import { createHash } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { SUPPRESSION_REASONS } from "../schema.ts";
import { mailSuppressions as t } from "../table.ts";

type Reason = (typeof SUPPRESSION_REASONS)[number];

/** A plain hash: unlike a keyed one it stays valid when SECRET_KEY is rotated. */
export const addressHash = (email: string): string =>
  createHash("sha256").update(emailKey(email)).digest("hex");

/**
 * Stops all mail to an address. An event from before the end of an earlier suppression changes nothing. Returns whether
 * the address was not suppressed before.
 */
export async function suppress(tx: Tx, email: string, reason: Reason, at: Date): Promise<boolean> {
  const rows = await tx
    .insert(t)
    .values({ id: addressHash(email), reason, since: at })
    .onConflictDoUpdate({
      target: t.id,
      set: { reason, since: at, endedAt: null },
      setWhere: and(isNotNull(t.endedAt), lt(t.endedAt, at)) ?? sql`false`,
    })
    .returning({ reason: t.reason });
  return rows.length === 1;
}

/** Lets mail go to an address again. Returns false if it was not suppressed. */
export async function unsuppress(tx: Tx, hash: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(t)
    .set({ endedAt: at })
    .where(and(eq(t.id, hash), isNull(t.endedAt)))
    .returning({ reason: t.reason });
  return rows.length === 1;
}

/** Why an address, in any spelling, gets no mail; undefined if it does. Looked up for these addresses alone. */
export async function suppressionsOf(
  { db }: Deps,
  emails: readonly string[],
): Promise<(email: string) => Reason | undefined> {
  const hashes = emails.map(addressHash);
  const rows = await db.orm
    .select({ hash: t.id, reason: t.reason })
    .from(t)
    .where(and(inArray(t.id, hashes), isNull(t.endedAt)));
  const reasons = new Map(rows.map(({ hash, reason }) => [hash, reason]));
  return (email) => reasons.get(addressHash(email));
}

/** Which of these addresses, in any spelling, get no mail. */
export async function suppressedAmong(
  deps: Deps,
  emails: readonly string[],
): Promise<(email: string) => boolean> {
  const reasonOf = await suppressionsOf(deps, emails);
  return (email) => reasonOf(email) !== undefined;
}
