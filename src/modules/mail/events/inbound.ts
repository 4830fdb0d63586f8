import addressparser from "nodemailer/lib/addressparser";
import { z } from "zod";
import type { Deps } from "../../../core/rpc/context.ts";
import type { InboundProvider } from "../../../env.ts";
import { DomainError } from "../../../shared/errors.ts";
import { cleanLongText } from "../../../shared/fields.ts";
import { withoutCardNumbers } from "../../../shared/money/card-numbers.ts";
import { type Written, withoutHistory } from "./quoted.ts";
import type { EventHeaders } from "./receive.ts";
import { isBasic, parse, refused, requireBasic, requireMailgun } from "./signatures.ts";

/** An email that came to an address of `replyAddress`. */
export interface InboundMail extends Written {
  /** The same for every delivery of it. */
  readonly id: string;
  /** The tokens of the addresses that it is to. */
  readonly tokens: readonly string[];
  /** The address of the sender; empty if it names none. */
  readonly from: string;
  readonly attachments: number;
  /** No person wrote it: an out-of-office reply, a bounce, a list. */
  readonly automatic: boolean;
}

/** Where replies go that are matched by a token of `[0-9a-f]`; null if no email comes in here. */
export const replyAddress = ({ settings: { inbound } }: Deps, token: string): string | null =>
  inbound === undefined ? null : `reply+${token}@${inbound.domain}`;

const UNSIGNED_MAX = 1_024 * 1_024; // bytes
const SIGNED_MAX = 15 * UNSIGNED_MAX;

/** How many bytes of a delivery are read. One that is signed in its headers may carry attachments. */
export const inboundMax = ({ settings: { inbound } }: Deps, { authorization }: InboundHeaders): number =>
  inbound?.provider === "postmark" && isBasic(authorization, inbound.secret) ? SIGNED_MAX : UNSIGNED_MAX;

export type InboundHeaders = Pick<EventHeaders, "authorization"> & { readonly "content-type"?: string };

/** docs/limits.md: of the text, and of the history below it. */
const TEXT_MAX = 10_000; // characters
const WHOLE_MAX = 200_000;

/** The email of a webhook delivery. Throws 404 if no email comes in here, and 400 if it is not signed or not an email. */
export async function readInbound(
  { settings: { inbound }, now }: Deps,
  payload: string,
  headers: InboundHeaders,
): Promise<InboundMail> {
  if (inbound === undefined) throw new DomainError("notFound", "Inbound email is not set up on this server");
  const { provider, secret, domain } = inbound;
  const sent = await PROVIDERS[provider]({ payload, headers, secret, now: now() });
  const whole = sent.text.trim() === "" ? await textOfHtml(sent.html) : sent.text;
  const { text, quoted } = withoutHistory(cleanLongText(whole, WHOLE_MAX));
  return {
    id: headerOf(sent, "message-id") || sent.id,
    tokens: sent.to.flatMap((address) => tokenIn(address, domain) ?? []),
    from: cleanLongText(sent.from, ADDRESS_MAX).trim(),
    text: shortened(text),
    quoted: shortened(quoted),
    attachments: sent.attachments,
    automatic: isAutomatic(sent),
  };
}

const ADDRESS_MAX = 254;

function tokenIn(address: string, domain: string): string | null {
  const [, token, at] = /^reply\+([0-9a-f]+)@(.+)$/.exec(address.toLowerCase()) ?? [];
  return token !== undefined && at === domain ? token : null;
}

const CUT = "\n[…]";

const shortened = (text: string): string =>
  withoutCardNumbers(text.length > TEXT_MAX ? text.slice(0, TEXT_MAX).toWellFormed() + CUT : text);

async function textOfHtml(html: string): Promise<string> {
  if (html.trim() === "") return "";
  const { convert } = await import("html-to-text"); // few emails have no text
  const selectors = [
    { selector: "img", format: "skip" },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true } },
  ];
  return convert(html, { wordwrap: false, limits: { maxInputLength: WHOLE_MAX }, selectors });
}

/** What a provider delivered. */
interface Sent {
  readonly id: string;
  readonly to: readonly string[];
  readonly from: string;
  /** Whether the envelope names no sender, as that of a bounce (RFC 5321). */
  readonly withoutSender: boolean;
  readonly text: string;
  readonly html: string;
  readonly attachments: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

const headerOf = ({ headers }: Sent, name: string): string =>
  headers.find(([each]) => each.toLowerCase() === name)?.[1].trim() ?? "";

/** RFC 3834, and what programs did before it. */
function isAutomatic(sent: Sent): boolean {
  const submitted = headerOf(sent, "auto-submitted").toLowerCase();
  return (
    sent.withoutSender ||
    headerOf(sent, "return-path") === "<>" ||
    /^(bulk|junk|list|auto_reply)$/i.test(headerOf(sent, "precedence")) ||
    (submitted !== "" && !/^no\b/.test(submitted))
  );
}

interface Delivery {
  readonly payload: string;
  readonly headers: InboundHeaders;
  readonly secret: string;
  readonly now: Date;
}

const postmarkRecipient = z.object({ Email: z.string() });
const postmarkMail = z.object({
  MessageID: z.string(),
  OriginalRecipient: z.string().default(""),
  ToFull: z.array(postmarkRecipient).default([]),
  CcFull: z.array(postmarkRecipient).default([]),
  FromFull: postmarkRecipient,
  TextBody: z.string().nullish(),
  HtmlBody: z.string().nullish(),
  Attachments: z.array(z.unknown()).default([]),
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
});

/** https://postmarkapp.com/developer/webhooks/inbound-webhook: HTTP Basic, one email as JSON. */
function postmark({ payload, headers, secret }: Delivery): Sent {
  requireBasic(headers.authorization, secret);
  const mail = parse(postmarkMail, payload);
  const named = [...mail.ToFull, ...mail.CcFull].map(({ Email }) => Email);
  return {
    id: mail.MessageID,
    to: [mail.OriginalRecipient, ...named],
    from: mail.FromFull.Email,
    withoutSender: mail.FromFull.Email === "",
    text: mail.TextBody ?? "",
    html: mail.HtmlBody ?? "",
    attachments: mail.Attachments.length,
    headers: mail.Headers.map(({ Name, Value }) => [Name, Value]),
  };
}

const mailgunMail = z.object({
  timestamp: z.string(),
  token: z.string().min(1),
  signature: z.string(),
  recipient: z.string(),
  sender: z.string().default(""),
  from: z.string().default(""),
  "body-plain": z.string().default(""),
  "body-html": z.string().default(""),
  "attachment-count": z.coerce.number().int().min(0).optional().catch(undefined),
  attachments: z.string().default("[]"),
  "message-headers": z.string().default("[]"),
});
const mailgunHeaders = z.array(z.tuple([z.string(), z.string()]));

/** https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store: a form, signed as its events are. */
async function mailgun({ payload, headers, secret, now }: Delivery): Promise<Sent> {
  const { data: mail } = mailgunMail.safeParse(await fieldsOf(payload, headers));
  if (mail === undefined) throw refused();
  requireMailgun(mail, secret, now);
  const [author] = addressparser(mail.from, { flatten: true });
  return {
    id: mail.token,
    to: mail.recipient.split(",").map((each) => each.trim()),
    from: author?.address ?? mail.sender,
    withoutSender: mail.sender === "",
    text: mail["body-plain"],
    html: mail["body-html"],
    attachments: mail["attachment-count"] ?? parse(z.array(z.unknown()), mail.attachments).length,
    headers: parse(mailgunHeaders, mail["message-headers"]),
  };
}

/** The texts of a form. Throws 400. */
async function fieldsOf(payload: string, headers: InboundHeaders): Promise<Record<string, string>> {
  const form = await new Response(payload, { headers: { "Content-Type": headers["content-type"] ?? "" } })
    .formData()
    .catch(() => {
      throw refused();
    });
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(texts);
}

const PROVIDERS: Readonly<Record<InboundProvider, (delivery: Delivery) => Sent | Promise<Sent>>> = {
  postmark,
  mailgun,
};
