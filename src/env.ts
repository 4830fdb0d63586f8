import { Cron } from "croner";
import { type Brand, DEFAULT_BRAND } from "./brand.ts";
import { isHost, isNetwork } from "./shared/hosts.ts";

/** A setting that cannot be used: one sentence that names the variable. Stops the start. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

export type TrustProxy =
  | { readonly kind: "none" }
  | { readonly kind: "hops"; readonly hops: number }
  | { readonly kind: "networks"; readonly networks: readonly string[] };

export type LogLevel = (typeof LOG_LEVELS)[number];

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const GATEWAYS = ["sandbox", "stripe", "off"] as const;
const DRIVERS = ["neon", "postgres"] as const;
const SECRET_BYTES = 32; // contract 1: SECRET_KEY

export type Settings = ReturnType<typeof readEnv>;
type Source = Readonly<Record<string, string | undefined>>;

/** The whole environment, parsed once. Throws `SettingError` on the first value that cannot be used. */
export function readEnv(source: Source = process.env) {
  const text = (name: string) => source[name]?.trim() || undefined;
  const databaseUrl = postgresUrl(text, "DATABASE_URL");
  const port = wholeNumber(text, "PORT", 3000, 0, 65_535);
  return {
    port,
    host: host(text("HOST") ?? "127.0.0.1"),
    publicUrl: publicUrl(text("PUBLIC_URL") ?? `http://localhost:${port}`),
    dataDir: text("DATA_DIR") ?? "./data",
    databaseUrl,
    databaseDriver: oneOf(text, "DATABASE_DRIVER", DRIVERS),
    neonWsProxy: hostAndPort(text, "NEON_WS_PROXY"),
    mainDatabaseUrl: postgresUrl(text, "MAIN_DATABASE_URL"),
    secretKey: secretKey(text("SECRET_KEY"), databaseUrl !== undefined),
    evidenceS3: evidenceS3(text),
    trustProxy: trustProxy(text("TRUST_PROXY")),
    rateLimit: (oneOf(text, "RATE_LIMIT", ["on", "off"]) ?? "on") === "on",
    mailUrl: mailUrl(text("MAIL_URL")),
    mailFrom: mailFrom(text("MAIL_FROM")),
    payments: payments(text, databaseUrl !== undefined),
    syncCron: syncCron(text("SYNC_CRON") ?? "0 * * * *"),
    /** Seconds without a heartbeat after which a run counts as dead; the tests of faults cannot wait that long. */
    syncDeadAfter: wholeNumber(text, "SYNC_DEAD_AFTER", 60, 1, 3_600), // contract 7
    logLevel: oneOf(text, "LOG_LEVEL", LOG_LEVELS) ?? "info",
    metricsToken: text("METRICS_TOKEN"),
    brand: brand(text),
  } as const;
}

type Text = (name: string) => string | undefined;

function brand(text: Text): Brand {
  return {
    name: text("BRAND_NAME") ?? DEFAULT_BRAND.name,
    contactEmail: text("CONTACT_EMAIL") ?? DEFAULT_BRAND.contactEmail,
    postalAddress: text("POSTAL_ADDRESS") ?? DEFAULT_BRAND.postalAddress,
    venmoHandle: text("VENMO_HANDLE") ?? DEFAULT_BRAND.venmoHandle,
    zelleRecipient: text("ZELLE_RECIPIENT") ?? DEFAULT_BRAND.zelleRecipient,
  };
}

/** Where evidence files go instead of `DATA_DIR`: any S3-compatible service, or undefined. */
function evidenceS3(text: Text) {
  const url = text("EVIDENCE_S3_URL");
  if (url === undefined) return undefined;
  const needed = (name: string): string => {
    const value = text(name);
    if (value === undefined) throw new SettingError(`${name} is missing: EVIDENCE_S3_URL needs it.`);
    return value;
  };
  return {
    endpoint: webUrl("EVIDENCE_S3_URL", url),
    bucket: needed("EVIDENCE_S3_BUCKET"),
    region: text("EVIDENCE_S3_REGION"),
    accessKeyId: needed("EVIDENCE_S3_ACCESS_KEY_ID"),
    secretAccessKey: needed("EVIDENCE_S3_SECRET_ACCESS_KEY"),
  } as const;
}

function payments(text: Text, served: boolean) {
  const gateway = oneOf(text, "PAYMENT_GATEWAY", GATEWAYS) ?? (served ? "off" : "sandbox");
  const stripe = {
    secretKey: text("STRIPE_SECRET_KEY"),
    webhookSecret: text("STRIPE_WEBHOOK_SECRET"),
    apiUrl:
      text("STRIPE_API_URL") === undefined ? undefined : webUrl("STRIPE_API_URL", text("STRIPE_API_URL")),
  };
  if (gateway === "stripe" && !stripe.secretKey) {
    throw new SettingError("STRIPE_SECRET_KEY is missing: PAYMENT_GATEWAY=stripe needs it.");
  }
  if (gateway === "stripe" && !stripe.webhookSecret) {
    throw new SettingError("STRIPE_WEBHOOK_SECRET is missing: PAYMENT_GATEWAY=stripe needs it.");
  }
  return { gateway, stripe } as const;
}

function wholeNumber(text: Text, name: string, fallback: number, least: number, most: number): number {
  const value = text(name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && number <= most) return number;
  throw new SettingError(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
}

function oneOf<const T extends string>(text: Text, name: string, choices: readonly T[]): T | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  const choice = choices.find((each) => each === value);
  if (choice !== undefined) return choice;
  throw new SettingError(`${name} must be one of ${choices.join(", ")}, not "${value}".`);
}

function webUrl(name: string, value: string | undefined): URL {
  const url = URL.parse(value ?? "");
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new SettingError(`${name} must be an http or https address, not "${value}".`);
}

function publicUrl(value: string): URL {
  const url = webUrl("PUBLIC_URL", value);
  if (url.pathname === "/" && !url.search && !url.hash && !url.username) return url;
  throw new SettingError(`PUBLIC_URL must be an origin such as https://example.org, without a path.`);
}

/** The value is never shown: it may hold a password. */
function postgresUrl(text: Text, name: string): string | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.hostname) return value;
  throw new SettingError(`${name} must be a postgres://user:password@host/database address.`);
}

function mailUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname) return value;
  throw new SettingError("MAIL_URL must be an smtp://user:password@host:port address.");
}

/** One address, alone or as `Name <address>`. */
function mailFrom(value: string | undefined): string | undefined {
  if (value === undefined || /^([^<>\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/.test(value))
    return value;
  throw new SettingError(`MAIL_FROM must be one address such as "Rihla <hello@example.org>".`);
}

function secretKey(value: string | undefined, needed: boolean): string | undefined {
  if (value === undefined) {
    if (!needed) return undefined;
    throw new SettingError(`SECRET_KEY is missing: DATABASE_URL needs one of ${SECRET_BYTES} bytes or more.`);
  }
  if (Buffer.byteLength(value) >= SECRET_BYTES) return value;
  throw new SettingError(`SECRET_KEY must have ${SECRET_BYTES} bytes or more.`);
}

function trustProxy(value: string | undefined): TrustProxy {
  if (value === undefined || value === "0") return { kind: "none" };
  if (/^[1-9]\d?$/.test(value)) return { kind: "hops", hops: Number(value) };
  const networks = value.split(",").map((each) => each.trim());
  if (networks.every(isNetwork)) return { kind: "networks", networks };
  throw new SettingError(`TRUST_PROXY must be a number of hops or a list of networks, not "${value}".`);
}

function host(value: string): string {
  if (isHost(value)) return value;
  throw new SettingError(`HOST must be an address or a host's name, not "${value}".`);
}

function hostAndPort(text: Text, name: string): string | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  const [, host = "", port] = /^(\[.+\]|[^:]+):(\d{1,5})$/.exec(value) ?? [];
  if (isHost(host) && Number(port) >= 1 && Number(port) <= 65_535) return value;
  throw new SettingError(`${name} must be host:port, not "${value}".`);
}

function syncCron(value: string): string | null {
  if (value === "off") return null;
  try {
    if (new Cron(value, { paused: true }).nextRun() !== null) return value;
  } catch {
    // croner throws on a pattern that it cannot read; one that never comes due is as useless
  }
  throw new SettingError(`SYNC_CRON must be a cron pattern that comes due, or off, not "${value}".`);
}
