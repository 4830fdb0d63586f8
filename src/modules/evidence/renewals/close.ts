import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { renewals as t } from "./table.ts";

type Closing = Pick<typeof t.$inferInsert, "state" | "notes">;

/** Closes a waiting renewal. Returns null if none matches. The caller has locked the place. */
export async function closeRenewal(tx: Tx, { now }: Pick<Deps, "now">, which: SQL, closing: Closing) {
  const [row] = await tx
    .update(t)
    .set({ ...closing, decidedAt: now() })
    .where(and(which, eq(t.state, "waiting")))
    .returning();
  return row ?? null;
}

/** Staff have recorded a certificate from this file. */
export async function closeRecorded(
  tx: Tx,
  deps: Pick<Deps, "now">,
  poiId: string,
  fileId: string,
): Promise<void> {
  const which = and(eq(t.poiId, poiId), eq(t.fileId, fileId));
  if (which) await closeRenewal(tx, deps, which, { state: "recorded" });
}

/** A certificate that an earlier owner left behind, whose account may be deleted, does not keep the owner from sending one. */
export async function closeOfFormerOwner(
  tx: Tx,
  deps: Pick<Deps, "now">,
  poiId: string,
  ownerId: string,
): Promise<void> {
  const which = and(eq(t.poiId, poiId), sql`${t.partnerId} is distinct from ${ownerId}`);
  const notes = "The place has another owner now.";
  if (which) await closeRenewal(tx, deps, which, { state: "declined", notes });
}
