import { minutes } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { opensWith, type TokenScope } from "../../shared/people/accounts.ts";
import type {
  Deps,
  Guard,
  InvocationContext,
  PartnerPrincipal,
  Principal,
  StaffPrincipal,
  Visitor,
} from "../rpc/context.ts";
import { setCookie } from "./cookies.ts";
import { mustSetUpMfa } from "./required-mfa.ts";

/** What the metadata of a procedure says about its calls. */
interface CallRules {
  /** Made by a timer, or in the background: does not keep a session alive. */
  readonly polling: boolean;
  /** The scopes that an API token needs. Empty if no token opens the procedure. */
  readonly scopes: readonly TokenScope[];
}

/** RFC 9110 requires a challenge with a 401; one for Basic would make browsers prompt for and store a password. */
export const CHALLENGE = { "WWW-Authenticate": "Session" } as const;

const VISITOR: Visitor = { kind: "visitor" };

const RECENT_AUTHENTICATION = minutes(10); // docs/security.md SES-13

export const unauthenticated = (sentence = "Please sign in"): DomainError =>
  new DomainError("unauthenticated", sentence, { headers: CHALLENGE });

export const mfaRequired = (sentence = "Please set up MFA first: your account must have it"): DomainError =>
  new DomainError("forbidden", sentence, { code: "MFA_REQUIRED" });

export const reauthenticationRequired = (): DomainError =>
  new DomainError("forbidden", "Please confirm that it is you", { code: "REAUTHENTICATE" });

/** A token is not a password: it never counts as recent authentication (docs/security.md TOK-05). */
const tokenIsNoPassword = (): DomainError =>
  new DomainError("forbidden", "An API token cannot do this. Please use your password.", {
    code: "REAUTHENTICATE",
  });

const outsideScopes = (): DomainError =>
  new DomainError("forbidden", "The scopes of this token do not include this");

export const forbidden = () => new DomainError("forbidden", "Your account may not do this");

/**
 * Authenticates the caller and returns the principal if the guard admits it. Throws 401, 403, also with the code
 * `REAUTHENTICATE`, and 429. Where no credentials are read there is no promise.
 */
export function authorize(
  context: InvocationContext,
  guard: Guard,
  rules: CallRules,
): Principal | Promise<Principal> {
  if (guard.kind === "public") return context.call.principal ?? VISITOR;
  return authorizeAccount(context, guard, rules);
}

async function authorizeAccount(
  context: InvocationContext,
  guard: Guard,
  rules: CallRules,
): Promise<Principal> {
  const { polling } = rules;
  const principal = context.call.principal ?? (await authenticate(context, guard, polling));
  if (isAllowed(principal, guard)) {
    if (principal.kind === "staff" && principal.token) requireScopes(guard, rules, principal);
    if (lacksMfa(context, guard, principal)) throw mfaRequired();
    if (!isRecentEnough(context.deps, principal, guard)) throw reauthenticationRequired();
    return principal;
  }
  if (principal.kind !== "visitor") throw forbidden();
  // a delayed polling request must not clear the cookie of a newer session
  if (!polling) clearEndedSessionCookie(context, guard);
  throw unauthenticated();
}

/** Refuses an API token for a procedure outside its scopes. One that needs recent authentication has none, but for exports. */
function requireScopes(guard: Guard, { scopes }: CallRules, { role, token }: StaffPrincipal): void {
  if (guard.kind !== "staff") return;
  if (guard.recent && !guard.own && scopes.length === 0) throw tokenIsNoPassword();
  if (!token || !opensWith({ scopes, roles: guard.roles }, token.scopes, role)) throw outsideScopes();
}

/**
 * Only a session can be too old: operators have none, Basic authenticates every call, and a token got here by its scopes:
 * it may export what it may list, so that a job at night needs no password.
 */
const isRecentEnough = (deps: Deps, principal: Principal, guard: Guard): boolean =>
  !("recent" in guard && guard.recent) ||
  !("authenticatedAt" in principal) ||
  (principal.kind === "staff" && principal.token !== undefined) ||
  isRecentlyAuthenticated(deps, principal);

/** Whether the caller used a passkey or gave the password and, with MFA, a code within the last ten minutes. */
export const isRecentlyAuthenticated = (
  deps: Deps,
  { authenticatedAt }: StaffPrincipal | PartnerPrincipal,
): boolean => deps.now().getTime() - authenticatedAt.getTime() <= RECENT_AUTHENTICATION;

/** Removes the cookie of an ended session, so that the browser stops sending it (docs/security.md SES-04). */
function clearEndedSessionCookie({ call, deps }: InvocationContext, { kind }: Guard): void {
  if (kind !== "staff" && kind !== "partner") return;
  const { basic, bearer, staffToken, partnerToken } = call.credentials;
  const hasHeader = basic !== undefined || bearer !== undefined;
  const token = kind === "partner" ? partnerToken : !hasHeader && staffToken;
  const cookie = setCookie(deps.settings, `${kind}_session`, "", 0);
  // the calls of a batch share their response headers
  if (token && !call.responseHeaders.getSetCookie().includes(cookie))
    call.responseHeaders.append("Set-Cookie", cookie);
}

function isAllowed(principal: Principal, guard: Guard): boolean {
  switch (guard.kind) {
    case "public":
      return true;
    case "staff":
      // an operator may do what staff may, but has no account of their own
      if (principal.kind === "operator") return guard.own !== true;
      return principal.kind === "staff" && guard.roles.includes(principal.role);
    case "partner":
      return principal.kind === "partner" && guard.roles.includes(principal.person.role);
    case "operator":
      return principal.kind === "operator";
    case "schedule":
      return principal.kind === "schedule" || principal.kind === "operator";
  }
}

/**
 * Whether MFA must be set up first: until then only the setup's own procedures are allowed, on every transport
 * (docs/security.md MFA-12).
 */
const lacksMfa = ({ deps }: InvocationContext, guard: Guard, principal: Principal): boolean =>
  guard.kind === "staff" &&
  guard.beforeMfa !== true &&
  principal.kind === "staff" &&
  mustSetUpMfa(deps.settings, principal);

/** Verifies only the credentials of the kind that the guard admits. */
async function authenticate(context: InvocationContext, guard: Guard, polling: boolean): Promise<Principal> {
  if (guard.kind === "staff") return (await authenticateStaff(context, polling)) ?? VISITOR;
  if (guard.kind === "partner") {
    const { partnerToken } = context.call.credentials;
    const partner = partnerToken && (await context.authenticator.partnerBySession(partnerToken, polling));
    return partner || VISITOR;
  }
  return VISITOR;
}

/**
 * The staff account that the credentials belong to, or null. An Authorization header takes precedence over the
 * session cookie; wrong credentials in it throw 401 or 429.
 */
export async function authenticateStaff(
  context: InvocationContext,
  polling: boolean,
): Promise<StaffPrincipal | null> {
  const { authenticator } = context;
  const { basic, bearer, staffToken } = context.call.credentials;
  if (bearer !== undefined) return authenticator.staffByToken(context, bearer);
  if (basic === "malformed") return null;
  if (basic !== undefined) {
    recommendTokens(context);
    return authenticator.staffByBasic(context, basic);
  }
  return staffToken === undefined ? null : authenticator.staffBySession(staffToken, polling);
}

/** Tells scripts that send a password with every call where to get a token instead. */
function recommendTokens({ call, deps }: InvocationContext): void {
  call.responseHeaders.set("X-Prefer-Token", new URL("/admin/security", deps.settings.publicUrl).href);
}
