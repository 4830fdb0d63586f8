import { createHmac, timingSafeEqual } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import type { MailEventsProvider } from "../../../env.ts";
import { minutes, seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";

/** What a mail provider reports about one recipient. */
export interface MailEvent {
  /** The same for every delivery of one event. */
  readonly id: string;
  readonly kind: "hardBounce" | "softBounce" | "complaint";
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
 * The bounces and complaints of a webhook delivery; none for the other events of a provider. Throws 400 if it is not
 * signed with the secret or not an event.
 */
export const eventsOf = (provider: MailEventsProvider, delivery: Delivery): readonly MailEvent[] =>
  PROVIDERS[provider](delivery);

const refused = () => new DomainError("invalid", "This is not a signed event of the mail provider");

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
  requireEqual(headers.authorization, `Basic ${Buffer.from(secret).toString("base64")}`);
  const event = parse(postmarkEvent, payload);
  const kind = postmarkKind(event);
  if (kind === null || event.Email === undefined) return [];
  const at = dateOf(event.BouncedAt, now);
  const id = `postmark:${event.ID ?? event.MessageID ?? ""}:${kind}:${event.Email}`;
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

const MAX_CLOCK_SKEW = minutes(5);

/**
 * https://resend.com/docs/webhooks: signed by Svix, each recipient of `to`. The package's `verify` would ask the machine
 * for the time.
 */
function resend({ payload, headers, secret, now }: Delivery): readonly MailEvent[] {
  const { "svix-id": id = "", "svix-timestamp": sentAt = "", "svix-signature": signatures = "" } = headers;
  const sent = seconds(Number(sentAt || Number.NaN));
  if (!(Math.abs(now.getTime() - sent) <= MAX_CLOCK_SKEW)) throw refused();
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64"); // some secrets lack their padding
  const expected = new Webhook(key, { format: "raw" }).sign(id, new Date(sent), payload);
  if (!signatures.split(" ").some((each) => isEqual(each, expected))) throw refused();
  const { type, created_at, data } = parse(resendEvent, payload);
  const kind = resendKind(type, data?.bounce?.type);
  if (kind === null) return [];
  return [data?.to ?? []].flat().map((to) => ({
    id: `resend:${data?.email_id ?? id}:${kind}:${to}`,
    kind,
    to,
    at: dateOf(created_at, now),
  }));
}

function resendKind(type: string, bounce = "Permanent"): MailEvent["kind"] | null {
  if (type === "email.complained") return "complaint";
  if (type !== "email.bounced") return null;
  return /^(transient|temporary|soft)/i.test(bounce) ? "softBounce" : "hardBounce";
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

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks: signed in the body; a token counts once. */
function mailgun({ payload, secret, now }: Delivery): readonly MailEvent[] {
  const { signature, "event-data": data } = parse(mailgunEvent, payload);
  const { timestamp, token } = signature;
  const expected = createHmac("sha256", secret)
    .update(timestamp + token)
    .digest("hex");
  requireEqual(signature.signature, expected);
  const kind = mailgunKind(data.event, data.severity);
  if (kind === null || data.recipient === undefined) return [];
  const at = data.timestamp === undefined ? now : new Date(seconds(data.timestamp));
  return [{ id: `mailgun:${token}`, kind, to: data.recipient, at }];
}

function mailgunKind(event: string, severity: string | undefined): MailEvent["kind"] | null {
  if (event === "complained") return "complaint";
  if (event !== "failed") return null;
  return severity === "temporary" ? "softBounce" : "hardBounce";
}

const PROVIDERS: Readonly<Record<MailEventsProvider, Provider>> = { postmark, resend, mailgun };

function parse<Schema extends z.ZodType>(schema: Schema, payload: string): z.output<Schema> {
  const { data, success } = schema.safeParse(jsonOf(payload));
  if (!success) throw refused();
  return data;
}

function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    throw refused();
  }
}

/** The provider's own time, but never a later one than ours. */
function dateOf(text: string | undefined, now: Date): Date {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) || time > now.getTime() ? now : new Date(time);
}

function requireEqual(sent: string | undefined, expected: string): void {
  if (!isEqual(sent ?? "", expected)) throw refused();
}

/** In constant time. */
function isEqual(sent: string, expected: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
