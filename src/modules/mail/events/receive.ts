import { and, count, eq, gt } from "drizzle-orm";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { days } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { mailEvents } from "../table.ts";
import { stopIfTooMany, streamOf } from "./breaker.ts";
import { type EventHeaders, eventsOf, type MailEvent } from "./providers.ts";
import { addressHash, suppress } from "./suppression.ts";

const SOFT_BOUNCES_MAX = 5;
const SOFT_BOUNCE_WINDOW = days(7);

/**
 * Handles a webhook delivery of the mail provider, which its signature authenticates. Hard bounces, complaints and five
 * soft bounces in seven days suppress the address; too many of them stop the stream of bulk mails they are about. Repeated and late events change
 * nothing. Throws 404 while no provider is configured, and 400 on a bad signature.
 */
export async function receiveEvents(ctx: ActionContext, payload: string, headers: EventHeaders) {
  const { deps } = ctx;
  const { mailEvents: configured } = deps.settings;
  if (configured === undefined) throw new DomainError("notFound", "No mail provider is configured");
  const { provider, secret } = configured;
  const events = eventsOf(provider, { payload, headers, secret, now: deps.now() });
  skipAuditCheck(ctx); // each change is recorded where it is made
  for (const event of events) await deps.db.transaction((tx) => apply(tx, ctx, event));
  return { received: true as const };
}

async function apply(tx: Tx, ctx: ActionContext, event: MailEvent): Promise<void> {
  const now = ctx.deps.now();
  const { id, kind, at } = event;
  const stream = await streamOf(tx, ctx.deps, event.to);
  const inserted = await tx
    .insert(mailEvents)
    .values({ id, kind, addressHash: addressHash(event.to), stream, at, receivedAt: now })
    .onConflictDoNothing()
    .returning({ id: mailEvents.id });
  if (inserted.length === 0 || kind === "other") return;
  if (await endsAddress(tx, event)) {
    const reason = kind === "complaint" ? "complained" : "bounced";
    if (await suppress(tx, event.to, reason, at))
      await record(tx, ctx, { subject: addressHash(event.to), after: { suppressed: reason } });
  }
  if (stream !== null && (await stopIfTooMany(tx, ctx.deps, stream, now)))
    await record(tx, ctx, { subject: null, after: { mailStopped: true, streams: [stream] } });
}

async function endsAddress(tx: Tx, { kind, to, at }: MailEvent): Promise<boolean> {
  if (kind !== "softBounce") return true;
  const recent = and(
    eq(mailEvents.addressHash, addressHash(to)),
    eq(mailEvents.kind, "softBounce"),
    gt(mailEvents.at, new Date(at.getTime() - SOFT_BOUNCE_WINDOW)),
  );
  const [soft] = await tx.select({ n: count() }).from(mailEvents).where(recent);
  return (soft?.n ?? 0) >= SOFT_BOUNCES_MAX;
}
