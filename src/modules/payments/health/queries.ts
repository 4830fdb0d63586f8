import type { Deps } from "../../../core/rpc/context.ts";

interface PendingGifts {
  readonly pending: number;
  /** When the oldest was begun; null if there is none. */
  readonly oldestAt: Date | null;
  /** Since when one has not been looked up at the gateway; null if there is none. */
  readonly uncheckedSince: Date | null;
}

const PENDING = `select count(*)::int as pending, min(created_at) as "oldestAt",
  min(coalesce(checked_at, created_at)) as "uncheckedSince" from payments where status = 'pending'`;

export interface GiftHealth extends PendingGifts {
  /** Since when this process has got no answer from the gateway; null while it answers. */
  readonly gatewayFailingSince: Date | null;
}

/** Gifts whose outcome is open, and whether the gateway answers. */
export async function giftHealth({ db, state }: Deps): Promise<GiftHealth> {
  const [gifts] = await db.query<PendingGifts>(PENDING);
  if (!gifts) throw new Error("the count of pending gifts returned no row");
  return { ...gifts, gatewayFailingSince: state.gatewayBreaker.failingSince() };
}
