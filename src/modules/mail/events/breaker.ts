import { and, count, eq, gt, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { Tx } from "../../../db/client.ts";
import type { Queries } from "../../../db/types.ts";
import { emailKey } from "../../../shared/fields.ts";
import { BULK_STREAMS, type BulkStream } from "../../../shared/people/mails.ts";
import { STREAMS } from "../schema.ts";
import { mailEvents, mailBreaker as t } from "../table.ts";

declare module "../../../core/rpc/offers.ts" {
  interface Offers {
    /** Bulk mails that do not go through the outbox: each query selects when they were sent, as `at`. */
    readonly bulkMails?: {
      readonly stream: BulkStream;
      readonly newest: (limit: number) => SQL;
      readonly to: (emailKey: string) => SQL;
    };
  }
}

type Modules = Pick<Deps, "modules">;

// Shares of the last 500 mails of a stream, which are floors too: fewer stop nothing, however few mails were sent. Mailbox
// providers block senders above them (docs/limits.md).
const WINDOW = 500;
const MAX_BOUNCES = 0.05 * WINDOW;
const MAX_COMPLAINTS = 2;

/** The stream of the newest bulk mail to an address; null if none went to it. A report about a letter stops nothing. */
export async function streamOf(tx: Tx, { modules }: Modules, to: string): Promise<BulkStream | null> {
  const key = emailKey(to);
  const mails = [
    sql`select 'joining' as stream, created_at as at from mails where to_key = ${key} and bulk`,
    ...offersOf({ modules }, "bulkMails").map(
      (offer) => sql`select ${offer.stream} as stream, at from (${offer.to(key)}) as own`,
    ),
  ];
  const all = sql.join(mails, sql` union all `);
  const { rows } = await tx.execute<{ stream: BulkStream }>(
    sql`select stream from (${all}) as sent order by at desc limit 1`,
  );
  return rows[0]?.stream ?? null;
}

/** Stops a stream if too many of its last 500 mails bounced or were reported. Returns whether it stopped now. */
export async function stopIfTooMany(tx: Tx, deps: Modules, stream: BulkStream, now: Date): Promise<boolean> {
  const reason = reasonToStop(stream, await reportsOf(tx, deps, stream));
  if (reason === null) return false;
  const stopped = await tx
    .insert(t)
    .values({ stream, stoppedAt: now, reason })
    .onConflictDoUpdate({
      target: t.stream,
      set: { stoppedAt: now, reason },
      setWhere: sql`${t.stoppedAt} is null`,
    })
    .returning({ stream: t.stream });
  return stopped.length === 1;
}

/** Sends the stopped streams again; only later events count. Returns which they were. */
export async function resume(tx: Tx, now: Date): Promise<readonly BulkStream[]> {
  const resumed = await tx
    .update(t)
    .set({ stoppedAt: null, reason: null, resumedAt: now })
    .where(isNotNull(t.stoppedAt))
    .returning({ stream: t.stream });
  return resumed.map(({ stream }) => stream);
}

/** The provider's reports that count toward the next stop, of the stream that has most. */
export async function reports(db: Queries, deps: Modules) {
  const most = { bounces: 0, complaints: 0 };
  for (const stream of STREAMS) {
    const { bounces, complaints } = await reportsOf(db, deps, stream);
    most.bounces = Math.max(most.bounces, bounces);
    most.complaints = Math.max(most.complaints, complaints);
  }
  return {
    bounces: { count: most.bounces, max: MAX_BOUNCES },
    complaints: { count: most.complaints, max: MAX_COMPLAINTS },
    window: WINDOW,
  };
}

interface Reports {
  readonly bounces: number;
  readonly complaints: number;
}

function reasonToStop(stream: BulkStream, { bounces, complaints }: Reports): string | null {
  const last = `of the last ${WINDOW} ${BULK_STREAMS[stream]}`;
  if (bounces > MAX_BOUNCES) return `${bounces} ${last} bounced`;
  return complaints > MAX_COMPLAINTS ? `${complaints} ${last} were reported as spam` : null;
}

/** When the oldest of the last 500 mails of a stream was sent. */
function oldestInWindow(deps: Modules, stream: BulkStream): SQL {
  const offers = offersOf(deps, "bulkMails").filter((offer) => offer.stream === stream);
  const newest = offers.map((offer) => sql`(${offer.newest(WINDOW)})`);
  if (stream === "joining")
    newest.push(
      sql`(select sent_at as at from mails where bulk and sent_at is not null order by sent_at desc limit ${WINDOW})`,
    );
  const all = sql.join(newest, sql` union all `);
  return sql`select at from (${all}) as last order by at desc offset ${WINDOW - 1} limit 1`;
}

/** Events of a stream since the oldest of its last 500 mails was sent, or since the operator resumed. */
async function reportsOf(db: Queries, deps: Modules, stream: BulkStream): Promise<Reports> {
  const { rows: oldest } = await db.execute<{ at: string }>(oldestInWindow(deps, stream));
  const [breaker] = await db.select().from(t).where(eq(t.stream, stream));
  const from = Math.max(new Date(oldest[0]?.at ?? 0).getTime(), breaker?.resumedAt?.getTime() ?? 0);
  const rows = await db
    .select({ kind: mailEvents.kind, n: count() })
    .from(mailEvents)
    .where(and(eq(mailEvents.stream, stream), gt(mailEvents.receivedAt, new Date(from))))
    .groupBy(mailEvents.kind);
  const counts = new Map(rows.map(({ kind, n }) => [kind, n]));
  return { bounces: counts.get("hardBounce") ?? 0, complaints: counts.get("complaint") ?? 0 };
}
