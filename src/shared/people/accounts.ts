import { z } from "zod";

/** In order of precedence, because a User-Agent also names the browsers it descends from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows NT\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** `Chrome on Windows`, from a User-Agent. */
export function deviceName(userAgent: string | null): string {
  const named = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

const NAME_MAX = 40; // characters

/**
 * The name that a device gave itself, for mails: strangers choose it, so it has no addresses, markup or sentences, and is
 * short. Empty if nothing is left.
 */
export const plainDeviceName = (name: string): string =>
  [
    ...name
      .replace(/[^\p{L}\p{M}\p{N} '’_-]+/gu, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ]
    .slice(0, NAME_MAX)
    .join("")
    .trim();

export const STAFF_ROLES = ["admin", "super_admin", "partner_manager"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** What a person may do for a business, from most to least: an owner all, a manager no people, an editor what a place shows. */
export const PERSON_ROLES = ["owner", "manager", "editor"] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

/** What an API token may do. A procedure names the scopes that it needs in its metadata. */
export const TOKEN_SCOPES = [
  "waitlist:read",
  "waitlist:write",
  "inquiries:read",
  "inquiries:write",
  "places:read",
  "places:write",
  "reviews:write",
  "sync:run",
  "payments:read",
  "audit:read",
  "server:read",
  "server:write",
] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];

const PARTNER_MANAGER_SCOPES: readonly TokenScope[] = ["places:read", "reviews:write"];

/** The widest scopes that a token of an account with this role can have. */
export function scopesOfRole(role: StaffRole): readonly TokenScope[] {
  if (role === "partner_manager") return PARTNER_MANAGER_SCOPES;
  return role === "super_admin" ? TOKEN_SCOPES : TOKEN_SCOPES.filter((scope) => !scope.startsWith("server:"));
}

/** The role with the fewest scopes that has all of these. */
export const narrowestRole = (scopes: readonly TokenScope[]): StaffRole =>
  (["partner_manager", "admin"] as const).find((role) =>
    scopes.every((scope) => scopesOfRole(role).includes(scope)),
  ) ?? "super_admin";

/** The scopes with those that they include: a write scope includes its read scope. */
export function includedScopes(scopes: readonly TokenScope[]): ReadonlySet<TokenScope> {
  const readable = scopes.map((scope) => scope.replace(/:write$/, ":read"));
  return new Set([...scopes, ...TOKEN_SCOPES.filter((scope) => readable.includes(scope))]);
}

/** A procedure as far as tokens are concerned. */
interface TokenUse {
  /** Empty for a procedure that takes no token. */
  readonly scopes: readonly TokenScope[];
  readonly roles: readonly StaffRole[];
}

/** Whether a token with these scopes, of an account that has this role now, opens the procedure. */
export const opensWith = (procedure: TokenUse, scopes: readonly TokenScope[], role: StaffRole): boolean => {
  const included = includedScopes(scopes);
  return (
    procedure.scopes.length > 0 &&
    procedure.roles.includes(role) &&
    procedure.scopes.every((scope) => included.has(scope))
  );
};

/** One of the caller's sessions. */
export const ownSession = z.object({
  id: z.string(),
  /** The browser's User-Agent. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  current: z.boolean(),
});
