import { and, eq } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { renewals as t } from "./table.ts";

/** Whether a new certificate of a place waits for staff to record it. */
export async function hasWaitingRenewal(tx: Tx, poiId: string): Promise<boolean> {
  const waiting = and(eq(t.poiId, poiId), eq(t.state, "waiting"));
  const [row] = await tx.select({ id: t.id }).from(t).where(waiting);
  return row !== undefined;
}
