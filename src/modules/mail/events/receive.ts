import { createHash } from "node:crypto";
import { and, count, eq, gt } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { MailEventsProvider } from "../../../env.ts";
import { days, seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { mailEvents } from "../table.ts";
import { stopIfTooMany, streamOf } from "./breaker.ts";
import { isEqual, parse, refused, requireBasic, requireMailgun, requireRecent } from "./signatures.ts";
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

/** What a mail provider reports about one recipient. */
export interface MailEvent {
  /** The same for every delivery of one event. */
  readonly id: string;
  /** `other` changes nothing: it is only there so that its signature counts once. */
  readonly kind: "hardBounce" | "softBounce" | "complaint" | "other";
  readonly to: string;
  readonly at: Date;
}

/** The headers that sign an event, by provider; Mailgun signs in the body. */
export const EVENT_HEADERS = ["authorization", "svix-id", "svix-timestamp", "svix-signature"] as const;
export type EventHeaders = Readonly<Partial<Record<(typeof EVENT_HEADERS)[number], string>>>;

interface Delivery {
  /** The exact bytes of the body, which are signed. */
  readonly payload: string;
  readonly headers: EventHeaders;
  readonly secret: string;
  readonly now: Date;
}

type Provider = (delivery: Delivery) => readonly MailEvent[];

/**
 * The bounces and complaints of a webhook delivery. Throws 400 if it is not signed with the secret or not an event. Ids are
 * hashed, since an index takes no long ones and the database no NUL.
 */
export const eventsOf = (provider: MailEventsProvider, delivery: Delivery): readonly MailEvent[] =>
  PROVIDERS[provider](delivery).map((event) => ({
    ...event,
    id: `${provider}:${createHash("sha256").update(event.id).digest("hex")}`,
    to: event.to.replaceAll("\0", ""),
  }));

const postmarkEvent = z.object({
  RecordType: z.string(),
  Type: z.string().optional(),
  ID: z.union([z.number(), z.string()]).optional(),
  MessageID: z.string().optional(),
  Email: z.string().optional(),
  BouncedAt: z.string().optional(),
});

/** https://postmarkapp.com/developer/webhooks/bounce-webhook: HTTP Basic, one event. */
function postmark({ payload, headers, secret, now }: Delivery): readonly MailEvent[] {
  requireBasic(headers.authorization, secret);
  const event = parse(postmarkEvent, payload);
  const kind = postmarkKind(event);
  if (kind === null || event.Email === undefined) return [];
  const at = dateOf(event.BouncedAt, now);
  const id = `${event.ID ?? event.MessageID ?? ""}:${kind}:${event.Email}`;
  return [{ id, kind, to: event.Email, at }];
}

/** Types that end an address for good; all other bounces are temporary. */
const POSTMARK_HARD: readonly string[] = ["HardBounce", "BadEmailAddress", "ManuallyDeactivated"];

function postmarkKind({ RecordType, Type = "" }: z.output<typeof postmarkEvent>): MailEvent["kind"] | null {
  if (RecordType === "SpamComplaint") return "complaint";
  if (RecordType !== "Bounce") return null;
  if (Type === "SpamComplaint") return "complaint";
  return POSTMARK_HARD.includes(Type) ? "hardBounce" : "softBounce";
}

const resendEvent = z.object({
  type: z.string(),
  created_at: z.string().optional(),
  data: z
    .object({
      email_id: z.string().optional(),
      to: z.union([z.string(), z.array(z.string())]).optional(),
      bounce: z.object({ type: z.string().optional() }).optional(),
    })
    .optional(),
});

/**
 * https://resend.com/docs/webhooks: signed by Svix, each recipient of `to`. The package's `verify` would ask the machine
 * for the time.
 */
function resend({ payload, headers, secret, now }: Delivery): readonly MailEvent[] {
  const { "svix-id": id = "", "svix-timestamp": sentAt = "", "svix-signature": signatures = "" } = headers;
  const sent = requireRecent(sentAt, now);
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64"); // some secrets lack their padding
  const expected = new Webhook(key, { format: "raw" }).sign(id, new Date(sent), payload);
  if (!signatures.split(" ").some((each) => isEqual(each, expected))) throw refused();
  const { type, created_at, data } = parse(resendEvent, payload);
  const kind = resendKind(type, data?.bounce?.type);
  if (kind === null) return [];
  return [data?.to ?? []].flat().map((to) => ({
    id: `${data?.email_id ?? id}:${kind}:${to}`,
    kind,
    to,
    at: dateOf(created_at, now),
  }));
}

function resendKind(type: string, bounce = "Permanent"): MailEvent["kind"] | null {
  if (type === "email.complained") return "complaint";
  if (type !== "email.bounced") return null;
  return /^permanent/i.test(bounce) ? "hardBounce" : "softBounce"; // also one that the provider cannot tell
}

const mailgunEvent = z.object({
  signature: z.object({
    timestamp: z.union([z.string(), z.number()]).transform(String),
    token: z.string().min(1),
    signature: z.string(),
  }),
  "event-data": z.object({
    event: z.string(),
    severity: z.string().optional(),
    recipient: z.string().optional(),
    timestamp: z.number().optional(),
  }),
});

/**
 * https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks: only time and token are signed, so anyone who has
 * seen a signature could send any event with it. So a token counts once, whatever its event, and for five minutes.
 */
function mailgun({ payload, secret, now }: Delivery): readonly MailEvent[] {
  const { signature, "event-data": data } = parse(mailgunEvent, payload);
  requireMailgun(signature, secret, now);
  const { recipient = "" } = data;
  const kind = recipient === "" ? "other" : mailgunKind(data.event, data.severity);
  return [
    { id: signature.token, kind, to: recipient, at: timeOf(seconds(data.timestamp ?? Number.NaN), now) },
  ];
}

function mailgunKind(event: string, severity: string | undefined): MailEvent["kind"] {
  if (event === "complained") return "complaint";
  if (event !== "failed") return "other";
  return severity === "permanent" ? "hardBounce" : "softBounce";
}

const PROVIDERS: Readonly<Record<MailEventsProvider, Provider>> = { postmark, resend, mailgun };

/** The provider's own time, but never a later one than ours, nor one from before there was mail. */
const dateOf = (text: string | undefined, now: Date): Date => timeOf(Date.parse(text ?? ""), now);

const timeOf = (time: number, now: Date): Date => (time > 0 && time <= now.getTime() ? new Date(time) : now);
