import type { StaffRole } from "./staff-roles.ts";

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
] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];

const PARTNER_MANAGER_SCOPES: readonly TokenScope[] = ["places:read", "reviews:write"];

/** The widest scopes that a token of an account with this role can have. */
export const scopesOfRole = (role: StaffRole): readonly TokenScope[] =>
  role === "partner_manager" ? PARTNER_MANAGER_SCOPES : TOKEN_SCOPES;

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
