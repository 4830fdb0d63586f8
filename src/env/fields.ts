import { Cron } from "croner";
import { z } from "zod";

export type TrustProxy =
  | { readonly kind: "none" }
  | { readonly kind: "hops"; readonly hops: number }
  | { readonly kind: "networks"; readonly networks: readonly string[] };

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const SECRET_BYTES = 32;

// Each message follows the name of the variable. A value that may contain a secret is never repeated.
export const not = (rule: string) => ({
  error: ({ input }: { input?: unknown }) => `${rule}, not "${input}".`,
});

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine(
      (digits) => /^\d+$/.test(digits) && Number(digits) >= min && Number(digits) <= max,
      not(`must be a whole number from ${min} to ${max}`),
    )
    .transform(Number);

export const oneOf = <const Choice extends string>(choices: readonly Choice[]) =>
  z.enum(choices, not(`must be one of ${choices.join(", ")}`));

export const webUrl = z
  .url({ protocol: /^https?$/, ...not("must be an http or https address") })
  .transform((url) => new URL(url));

export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Of a chat, it contains a secret: an error does not repeat it. */
export const secretWebUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https address." })
  .transform((url) => new URL(url));

export const emailAddress = z.email(not("must be an email address"));

/** Of one host, and with the name of a database: without it the server would take the one that is named like the user. */
function isPostgresUrl(text: string): boolean {
  const { protocol = "", hostname = "", pathname = "" } = URL.parse(text) ?? {};
  return (
    /^postgres(ql)?:$/.test(protocol) && /^[^,]+$/.test(hostname) && pathname.length > 1 && isDecodable(text)
  );
}

export const postgresUrl = z.string().refine(isPostgresUrl, {
  error: "must be a postgres://user:password@host/database address.",
});

const address = z.union([z.ipv4(), z.ipv6()]);
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** An address (v6 with or without brackets) or a host name, which never ends in a number: `999.1.1.1` is neither. */
function isHost(value: string): boolean {
  if (address.safeParse(value.replace(/^\[(.+)\]$/, "$1")).success) return true;
  return /^[\w-]+(\.[\w-]+)*$/.test(value) && !/(^|\.)\d+$/.test(value);
}

function isHostAndPort(value: string): boolean {
  const [, host = "", port] = /^(\[.+\]|[^:]+):(\d{1,5})$/.exec(value) ?? [];
  return isHost(host) && Number(port) >= 1 && Number(port) <= 65_535;
}

export const host = z.string().refine(isHost, not("must be an address or a host's name"));
export const hostAndPort = z.string().refine(isHostAndPort, not("must be host:port"));

const isOrigin = ({ pathname, search, hash, username }: URL): boolean =>
  pathname === "/" && !search && !hash && !username;

export const origin = webUrl.refine(isOrigin, {
  error: "must be an origin such as https://example.org, without a path.",
});

export const trustProxy = z.union(
  [
    z.literal("0").transform((): TrustProxy => ({ kind: "none" })),
    z
      .string()
      .regex(/^[1-9]\d?$/)
      .transform((hops): TrustProxy => ({ kind: "hops", hops: Number(hops) })),
    z
      .string()
      .transform((list) => list.split(",").map((each) => each.trim()))
      .pipe(z.array(network))
      .transform((networks): TrustProxy => ({ kind: "networks", networks })),
  ],
  not("must be a number of hops or a list of networks"),
);

/** Whether croner can parse the pattern and it has a next run. */
function comesDue(pattern: string): boolean {
  try {
    return new Cron(pattern, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

/** Null if it is `off`. */
export const cronPattern = z
  .string()
  .refine(
    (pattern) => pattern === "off" || comesDue(pattern),
    not("must be a cron pattern that comes due, or off"),
  )
  .transform((pattern) => (pattern === "off" ? null : pattern));

export const secretKey = z.string().refine((key) => Buffer.byteLength(key) >= SECRET_BYTES, {
  error: `must have ${SECRET_BYTES} bytes or more.`,
});

/** A value that an `Authorization` header can carry. */
export const bearerToken = z.string().regex(/^[\x21-\x7e]+$/, { error: "must be ASCII without spaces." });

const MAX_LINE = 200; // characters

/** A name or address that is shown in one line. */
export const line = z.string().refine((text) => text.length <= MAX_LINE && !/\p{Cc}/u.test(text), {
  error: `must be one line of at most ${MAX_LINE} characters.`,
});

/** One address, alone or as `Name <address>`. */
export const mailbox = z.string().regex(/^([^<>\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/, {
  error: 'must be one address such as "Rihla <hello@example.org>".',
});

const MAX_SOCIAL_LINKS = 8;

function isPublicHttps(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.hostname.includes(".") && url.username === "" && !/\s/.test(text);
}

/** Different https addresses with commas between them. */
export const socialLinks = z
  .string()
  .transform((list): readonly string[] => list.split(",").map((each) => each.trim()))
  .refine(
    (links) =>
      links.length <= MAX_SOCIAL_LINKS && links.every(isPublicHttps) && new Set(links).size === links.length,
    not(`must be up to ${MAX_SOCIAL_LINKS} different https addresses with commas between them`),
  );
