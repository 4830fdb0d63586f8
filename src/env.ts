import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { backupSettings, backupVariables } from "./env/backups.ts";
import {
  bearerToken,
  cronPattern,
  emailAddress,
  host,
  hostAndPort,
  LOG_LEVELS,
  line,
  oneOf,
  origin,
  postgresUrl,
  SECRET_BYTES,
  secretKey,
  secretWebUrl,
  socialLinks,
  trustProxy,
  wholeNumber,
} from "./env/fields.ts";
import {
  type Environment,
  FILE_VARIABLES,
  isSecretSetting,
  originOf,
  settingsFiles,
  withConfigFile,
  withSecretFiles,
} from "./env/files.ts";
import { MAIL_EVENTS_SECRETS, serviceVariables } from "./env/services.ts";
import { DEFAULT_BRAND, type Testimonial } from "./shared/brand.ts";
import { optionalText, requiredText } from "./shared/fields.ts";
import { isLoopback } from "./shared/server-address.ts";

const MAX_TESTIMONIALS = 12;
const MAX_QUOTE = 400; // code points
const MAX_NAME = 100;
const MAX_BYTES = 64 * 1_024;

const testimonials = z
  .array(
    z
      .strictObject({
        quote: requiredText("quote", MAX_QUOTE),
        name: requiredText("name", MAX_NAME),
        role: optionalText("role", MAX_NAME),
        city: optionalText("city", MAX_NAME),
      })
      .refine(({ role, city }) => role !== "" || city !== "", "role or city is required"),
  )
  .min(1)
  .max(MAX_TESTIMONIALS);

/** The path of a JSON file of testimonials; reads it, so that a mistake in it stops the start. */
export const testimonialsFile = z.string().transform((path, context): readonly Testimonial[] => {
  const given = readJson(path);
  const { data, error } = testimonials.safeParse(given);
  if (data) return data;
  context.addIssue({
    code: "custom",
    message: given === undefined ? unreadable(path) : invalid(error.issues[0]),
  });
  return z.NEVER;
});

/** Undefined if the file is missing, too large or not JSON. */
function readJson(path: string): unknown {
  try {
    return statSync(path).size > MAX_BYTES ? undefined : JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

const unreadable = (path: string): string =>
  `must name a JSON file of at most ${MAX_BYTES / 1_024} KiB that can be read, not "${path}".`;

function invalid(issue: z.core.$ZodIssue | undefined): string {
  const at = issue?.path[0];
  return typeof at === "number"
    ? `names a file whose testimonial ${at + 1} is invalid: ${issue?.message}.`
    : `must name a file with a list of 1 to ${MAX_TESTIMONIALS} testimonials.`;
}

export type { LogLevel, TrustProxy } from "./env/fields.ts";
export type { InboundProvider, MailEventsProvider } from "./env/services.ts";

/** An invalid setting, in one sentence that names the variable. The program does not start. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/** All variables by name, trimmed; an empty one counts as missing. */
const variables = z.object({
  PORT: wholeNumber(0, 65_535).default(3_000),
  HOST: host.default("127.0.0.1"),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DRIVER: oneOf(["neon", "postgres"]).optional(),
  NEON_WS_PROXY: hostAndPort.optional(),
  MAIN_DATABASE_URL: postgresUrl.optional(),
  SLOW_STATEMENT_MS: wholeNumber(0, 60_000).default(500),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_OLD: secretKey.optional(),
  EVIDENCE_READINGS: wholeNumber(1, 2).default(2),
  TRUST_PROXY: trustProxy.prefault("0"),
  RATE_LIMIT: oneOf(["on", "off"]).default("on"),
  REQUIRE_CONFIRMED_EMAIL: oneOf(["on", "off"]).optional(),
  REQUIRE_STAFF_MFA: oneOf(["off", "super_admin", "all"]).optional(),
  ...serviceVariables,
  SYNC_CRON: cronPattern.prefault("0 * * * *"),
  SYNC_DEAD_AFTER: wholeNumber(1, 3_600).default(60),
  ...backupVariables,
  ALERT_EMAIL: emailAddress.optional(),
  ALERT_WEBHOOK_URL: secretWebUrl.optional(),
  STOP_DELAY: wholeNumber(0, 300).default(0),
  JOBS: oneOf(["on", "off"]).default("on"),
  LOG_LEVEL: oneOf(LOG_LEVELS).default("info"),
  METRICS_TOKEN: bearerToken.optional(),
  BRAND_NAME: line.default(DEFAULT_BRAND.name),
  CONTACT_EMAIL: emailAddress.default(DEFAULT_BRAND.contactEmail),
  POSTAL_ADDRESS: line.default(DEFAULT_BRAND.postalAddress),
  VENMO_HANDLE: line.default(DEFAULT_BRAND.venmoHandle),
  ZELLE_RECIPIENT: line.default(DEFAULT_BRAND.zelleRecipient),
  COPYRIGHT_YEAR: wholeNumber(2_000, 2_099).default(DEFAULT_BRAND.copyrightYear),
  SOCIAL_LINKS: socialLinks.default(DEFAULT_BRAND.socialLinks),
  TESTIMONIALS_FILE: testimonialsFile.default(DEFAULT_BRAND.testimonials),
});
type Variables = z.output<typeof variables>;
type Name = keyof Variables;

const NAMES = Object.keys(variables.shape) as readonly Name[];

/** The names of all settings, and of those that name a file with a secret. */
export const SETTING_NAMES: readonly string[] = [...NAMES, ...FILE_VARIABLES];

/** Throws `SettingError` if a variable is missing that another one requires. */
function required<Key extends Name>(env: Variables, name: Key, reason: string): NonNullable<Variables[Key]> {
  const value = env[name];
  if (value === undefined || value === null) throw new SettingError(`${name} is missing: ${reason}.`);
  return value;
}

export type Settings = ReturnType<typeof readEnv>;

const refuse = (sentence: string) => new SettingError(sentence);

/** The environment with the file of RIHLA_CONFIG. Throws `SettingError` if that file cannot be used. */
export const readEnvironment = (environment: Environment = process.env): Environment =>
  withConfigFile(environment, SETTING_NAMES, refuse);

/** Parses the whole environment. Throws `SettingError` on the first invalid value. */
export function readEnv(environment: Environment = process.env) {
  const env = readVariables(environment);
  return {
    /** The files that settings were read from. */
    files: settingsFiles(environment, process.cwd()),
    port: env.PORT,
    host: env.HOST,
    publicUrl: publicUrlOf(env),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseDriver: env.DATABASE_DRIVER,
    neonWsProxy: env.NEON_WS_PROXY,
    mainDatabaseUrl: env.MAIN_DATABASE_URL,
    /** Statements that take as many milliseconds are logged; 0 for none. */
    slowStatementMs: env.SLOW_STATEMENT_MS,
    secretKey: env.SECRET_KEY,
    /** The other of two keys while one replaces the other. */
    oldSecretKey: env.SECRET_KEY_OLD,
    /** How many staff members must read a certificate alike. */
    evidenceReadings: env.EVIDENCE_READINGS,
    evidenceS3: evidenceS3(env),
    trustProxy: env.TRUST_PROXY,
    rateLimit: env.RATE_LIMIT === "on",
    /** Whose accounts must have MFA. */
    requireStaffMfa: env.REQUIRE_STAFF_MFA ?? (isHttps(env) ? "super_admin" : "off"),
    mailUrl: env.MAIL_URL,
    /** Whether partners must confirm their address before they send evidence, claims and requests. */
    requireConfirmedEmail: (env.REQUIRE_CONFIRMED_EMAIL ?? (env.MAIL_URL ? "on" : "off")) === "on",
    mailFrom: env.MAIL_FROM,
    mailEvents: mailEvents(env),
    inbound: inbound(env),
    payments: payments(env),
    /** Null if no sync is scheduled. */
    syncCron: env.SYNC_CRON,
    /** Seconds without a heartbeat after which a run counts as dead. */
    syncDeadAfter: env.SYNC_DEAD_AFTER,
    backups: backupSettings(env, env.EVIDENCE_S3_URL !== undefined),
    /** Where the operator is told what fails; undefined is nowhere. */
    alerts: { email: env.ALERT_EMAIL, webhookUrl: env.ALERT_WEBHOOK_URL },
    /** Seconds between a signal to stop, from which on the server is not ready, and its end. */
    stopDelay: env.STOP_DELAY,
    /** Whether this process runs background jobs. */
    jobs: env.JOBS === "on",
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    otlp: otlp(env),
    sentryDsn: env.SENTRY_DSN,
    brand: brandOf(env),
  } as const;
}

function readVariables(environment: Environment): Variables {
  const source = withSecretFiles(readEnvironment(environment), refuse);
  const given = NAMES.map((name) => [name, source[name]?.trim() || undefined]);
  const { data: env, error } = variables.safeParse(Object.fromEntries(given));
  if (error) throw new SettingError(`${error.issues[0]?.path[0]?.toString()} ${error.issues[0]?.message}`);
  if (env.DATABASE_URL !== undefined)
    required(env, "SECRET_KEY", `DATABASE_URL needs one of ${SECRET_BYTES} bytes or more`);
  if (env.BACKUP_TARGET === "bucket") required(env, "EVIDENCE_S3_URL", "BACKUP_TARGET=bucket needs it");
  return env;
}

export interface DescribedSetting {
  readonly name: string;
  /** "secret" for one that must not be printed; null if it is not set and has no default. */
  readonly value: string | null;
  /** "environment", "default" or the file that it was read from. */
  readonly from: string;
}

/** Every setting with its value and where that comes from. Throws `SettingError` as `readEnv` does. */
export function describeSettings(environment: Environment = process.env): readonly DescribedSetting[] {
  readEnv(environment);
  const configured = readEnvironment(environment);
  const source = withSecretFiles(configured, refuse);
  return NAMES.map((name) => {
    const given = source[name]?.trim();
    if (!given) return { name, value: defaultOf(name), from: "default" };
    const value = isSecretSetting(name) ? "secret" : given;
    return { name, value, from: originOf(name, configured, process.cwd()) };
  });
}

/** As it would be written in the environment; null where that is not possible, or there is none. */
function defaultOf(name: Name): string | null {
  const { def } = variables.shape[name];
  const value: unknown = "defaultValue" in def ? def.defaultValue : undefined;
  return typeof value === "string" || typeof value === "number" ? `${value}` : null;
}

const brandOf = (env: z.output<typeof variables>) => ({
  name: env.BRAND_NAME,
  contactEmail: env.CONTACT_EMAIL,
  postalAddress: env.POSTAL_ADDRESS,
  venmoHandle: env.VENMO_HANDLE,
  zelleRecipient: env.ZELLE_RECIPIENT,
  copyrightYear: env.COPYRIGHT_YEAR,
  sendsEmail: env.MAIL_URL !== undefined,
  socialLinks: env.SOCIAL_LINKS,
  testimonials: env.TESTIMONIALS_FILE,
});

/** Whether a public site uses the sandbox gateway; startup and `rihla doctor` warn about that. */
export const isSandboxPublic = ({ payments, publicUrl }: Settings): boolean =>
  payments.gateway === "sandbox" && !isLoopback(publicUrl.hostname);

/** Whether a public site has only the sample address to put into mails to many people. */
export const lacksPostalAddress = ({ brand, publicUrl }: Settings): boolean =>
  brand.postalAddress === DEFAULT_BRAND.postalAddress && !isLoopback(publicUrl.hostname);

/** The S3-compatible service that stores evidence files instead of `DATA_DIR`; undefined if there is none. */
function evidenceS3(env: Variables) {
  if (env.EVIDENCE_S3_URL === undefined) return undefined;
  const reason = "EVIDENCE_S3_URL needs it";
  return {
    endpoint: env.EVIDENCE_S3_URL,
    bucket: required(env, "EVIDENCE_S3_BUCKET", reason),
    region: env.EVIDENCE_S3_REGION,
    accessKeyId: required(env, "EVIDENCE_S3_ACCESS_KEY_ID", reason),
    secretAccessKey: required(env, "EVIDENCE_S3_SECRET_ACCESS_KEY", reason),
  } as const;
}

/** The collector that gets traces, metrics and logs; undefined if none does. */
function otlp(env: Variables) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = env;
  return endpoint && ({ endpoint, headers, serviceName: env.OTEL_SERVICE_NAME } as const);
}

/** Who reports bounces and complaints; undefined if no one does. */
function mailEvents(env: Variables) {
  const provider = env.MAIL_EVENTS_PROVIDER;
  if (provider === undefined) return undefined;
  const secret = required(env, "MAIL_EVENTS_SECRET", "MAIL_EVENTS_PROVIDER needs it");
  const [form, rule] = MAIL_EVENTS_SECRETS[provider];
  if (!form.test(secret)) throw new SettingError(`MAIL_EVENTS_SECRET must be ${rule} for ${provider}.`);
  return { provider, secret } as const;
}

/** Whose webhook delivers the emails to addresses of a domain; undefined if no email comes in. */
function inbound(env: Variables) {
  const domain = env.INBOUND_DOMAIN;
  if (domain === undefined) return undefined;
  const events = mailEvents(env);
  if (events === undefined)
    throw new SettingError("MAIL_EVENTS_PROVIDER is missing: INBOUND_DOMAIN needs it.");
  const { provider, secret } = events;
  if (provider === "resend")
    throw new SettingError("INBOUND_DOMAIN needs postmark or mailgun: the webhook of resend has no texts.");
  return { domain, provider, secret } as const;
}

const publicUrlOf = ({ PUBLIC_URL, PORT }: Variables): URL =>
  PUBLIC_URL ?? new URL(`http://localhost:${PORT}`);

const isHttps = (env: Variables): boolean => publicUrlOf(env).protocol === "https:";

/** Visitors would enter real cards in a sandbox: on a public site it must be chosen explicitly. */
function payments(env: Variables) {
  const isTrial = env.DATABASE_URL === undefined && isLoopback(publicUrlOf(env).hostname);
  const gateway = env.PAYMENT_GATEWAY ?? (isTrial ? "sandbox" : "off");
  if (gateway === "stripe") {
    required(env, "STRIPE_SECRET_KEY", "PAYMENT_GATEWAY=stripe needs it");
    required(env, "STRIPE_WEBHOOK_SECRET", "PAYMENT_GATEWAY=stripe needs it");
  }
  const stripe = {
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    apiUrl: env.STRIPE_API_URL,
  };
  return { gateway, stripe } as const;
}
