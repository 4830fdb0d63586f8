import type { Deps } from "../../core/rpc/context.ts";

interface PendingGifts {
  readonly pending: number;
  /** When the oldest was begun; null if there is none. */
  readonly oldestAt: Date | null;
  /** Since when one has not been looked up at the gateway; null if there is none. */
  readonly uncheckedSince: Date | null;
}

interface GiftEvents {
  /** Gifts of the last day whose outcome is known, without those of the last 15 minutes, and those with an event. */
  readonly settled: number;
  readonly withEvent: number;
  /** When the oldest without an event was settled. */
  readonly oldestWithoutEventAt: Date | null;
}

const FEW = 3; // one lost event says nothing

/** $1: now. */
const EVENTS = `select count(*)::int as settled, count(e.payment_id)::int as "withEvent",
  min(p.settled_at) filter (where e.payment_id is null) as "oldestWithoutEventAt"
  from payments p left join (select distinct payment_id from payment_events where received_at > $1::timestamptz - interval '2 days') e
    on e.payment_id = p.id
  where p.gateway = 'stripe' and p.status = 'succeeded' and p.created_at > $1::timestamptz - interval '2 days'
    and p.settled_at between $1::timestamptz - interval '1 day' and $1::timestamptz - interval '15 minutes'`;

const PENDING = `select count(*)::int as pending, min(created_at) as "oldestAt",
  min(coalesce(checked_at, created_at)) as "uncheckedSince" from payments where status = 'pending'`;

export interface GiftHealth extends PendingGifts {
  /** Since when this process has got no answer from the gateway; null while it answers. */
  readonly gatewayFailingSince: Date | null;
  /** Gifts were paid, and not a single event of the gateway arrived. */
  readonly eventsMissing: boolean;
  readonly oldestWithoutEventAt: Date | null;
}

/** Gifts whose outcome is open, and whether the gateway answers. */
export async function giftHealth({ db, state, now }: Deps): Promise<GiftHealth> {
  const [gifts] = await db.query<PendingGifts>(PENDING);
  const [events] = await db.query<GiftEvents>(EVENTS, [now()]);
  if (!gifts || !events) throw new Error("the counts of gifts returned no row");
  const { settled, withEvent, oldestWithoutEventAt } = events;
  return {
    ...gifts,
    gatewayFailingSince: state.gatewayBreaker.failingSince(),
    eventsMissing: settled >= FEW && withEvent === 0,
    oldestWithoutEventAt,
  };
}
