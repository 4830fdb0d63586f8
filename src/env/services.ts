import { z } from "zod";
import { isDecodable, line, mailbox, not, oneOf, webUrl } from "./fields.ts";

/** Without what a password with an unescaped `/`, `#` or `%` leaves behind. */
const isPlainServer = (address: string): boolean => {
  const { pathname = "", hash, username, password } = URL.parse(address) ?? {};
  return /^\/?$/.test(pathname) && hash === "" && isDecodable(`${username}${password}`);
};

const mailUrl = z
  .url({
    protocol: /^smtps?$/,
    hostname: /./,
    error: "must be an smtp://user:password@host:port address.",
  })
  .refine(isPlainServer, {
    error:
      "must be an smtp:// address with the special characters of the password escaped, such as %40 for @.",
  });

/** The address of a service whose account is in other settings. */
const serviceUrl = webUrl.refine(({ username, search, hash }) => !username && !search && !hash, {
  error: "must be an address without a user, a query or a fragment.",
});

const bucketName = z.string().regex(/^[A-Za-z0-9][\w.-]{1,254}$/, not("must be the name of a bucket"));

// Only what is most easily mistaken for them is refused: another server at STRIPE_API_URL may have keys of its own.
const stripeKey = z.string().regex(/^(?!pk_|whsec_)\S+$/, {
  error: "must be a secret or restricted key of Stripe, which begins with sk_ or rk_.",
});

const stripeWebhookSecrets = z
  .string()
  .refine((text) => text.split(",").every((each) => /^(?!sk_|rk_|pk_|we_)\S+$/.test(each.trim())), {
    error:
      "must be a signing secret of Stripe, which begins with whsec_, or several with commas between them.",
  });

const MAIL_EVENTS_PROVIDERS = ["postmark", "resend", "mailgun"] as const;
export type MailEventsProvider = (typeof MAIL_EVENTS_PROVIDERS)[number];
/** Those whose webhook has the text of an email that came in. */
export type InboundProvider = Exclude<MailEventsProvider, "resend">;

/** The domain of an email address. */
const domain = z
  .string()
  .toLowerCase()
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, not("must be a domain such as reply.example.org"));

/** The form of what signs the reports of each, and how it is described. */
export const MAIL_EVENTS_SECRETS = {
  postmark: [/^[^:]+:./, "the user:password of the webhook's address"],
  resend: [/^whsec_[A-Za-z0-9+/=_-]+$/, "a signing secret that begins with whsec_"],
  mailgun: [/./, "the signing key"],
} as const satisfies Record<MailEventsProvider, readonly [RegExp, string]>;

const HEADER = /^[\w-]+=[^\s,=][^\s,]*$/;

/** `name=value` with commas between them and escaped values, as OpenTelemetry defines it. */
const otlpHeaders = z
  .string()
  .transform((text) => text.split(",").map((each) => each.trim()))
  .refine((pairs) => pairs.every((each) => HEADER.test(each) && isDecodable(each)), {
    error: "must be names and values such as Authorization=Basic%20abc, with commas between them.",
  })
  .transform((pairs): Readonly<Record<string, string>> => {
    const split = pairs.map((each) => [each.indexOf("="), each] as const);
    return Object.fromEntries(
      split.map(([at, each]) => [each.slice(0, at), decodeURIComponent(each.slice(at + 1))]),
    );
  });

const NO_DSN = { error: "must be an address such as https://KEY@sentry.example/1." };

const sentryDsn = z
  .url({ protocol: /^https?$/, ...NO_DSN })
  .transform((url) => new URL(url))
  .refine(
    ({ username, pathname, search, hash }) =>
      /^\w+$/.test(username) && /\/\d+$/.test(pathname) && !search && !hash,
    NO_DSN,
  );

/** Mail, payments, the store of evidence files, and who is told how the server does. */
export const serviceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: serviceUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders.optional(),
  OTEL_SERVICE_NAME: line.default("rihla"),
  SENTRY_DSN: sentryDsn.optional(),
  EVIDENCE_S3_URL: serviceUrl.optional(),
  EVIDENCE_S3_BUCKET: bucketName.optional(),
  EVIDENCE_S3_REGION: z.string().optional(),
  EVIDENCE_S3_ACCESS_KEY_ID: z.string().optional(),
  EVIDENCE_S3_SECRET_ACCESS_KEY: z.string().optional(),
  MAIL_URL: mailUrl.optional(),
  MAIL_FROM: mailbox.optional(),
  MAIL_EVENTS_PROVIDER: oneOf(MAIL_EVENTS_PROVIDERS).optional(),
  MAIL_EVENTS_SECRET: z.string().optional(),
  INBOUND_DOMAIN: domain.optional(),
  PAYMENT_GATEWAY: oneOf(["sandbox", "stripe", "off"]).optional(),
  STRIPE_SECRET_KEY: stripeKey.optional(),
  STRIPE_WEBHOOK_SECRET: stripeWebhookSecrets.optional(),
  STRIPE_API_URL: serviceUrl.optional(),
};
