import { minutes } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import type {
  Deps,
  Guard,
  InvocationContext,
  PartnerPrincipal,
  Principal,
  StaffPrincipal,
} from "../rpc/context.ts";
import { setCookie } from "./cookies.ts";
import { mustSetUpMfa } from "./required-mfa.ts";

/** RFC 9110 requires a challenge with a 401; one for Basic would make browsers prompt for and store a password. */
export const CHALLENGE = { "WWW-Authenticate": "Session" } as const;

const RECENT_AUTHENTICATION = minutes(10); // docs/security.md SES-13

export const unauthenticated = (sentence = "Please sign in"): DomainError =>
  new DomainError("unauthenticated", sentence, { headers: CHALLENGE });

export const mfaRequired = (sentence = "Please set up MFA first: your account must have it"): DomainError =>
  new DomainError("forbidden", sentence, { code: "MFA_REQUIRED" });

export const reauthenticationRequired = (): DomainError =>
  new DomainError("forbidden", "Please confirm that it is you", { code: "REAUTHENTICATE" });

const forbidden = () => new DomainError("forbidden", "Your account may not do this");

/**
 * Authenticates the caller and returns the principal if the guard admits it. Throws 401, 403, also with the code
 * `REAUTHENTICATE`, and 429.
 */
export async function authorize(
  context: InvocationContext,
  guard: Guard,
  polling: boolean,
): Promise<Principal> {
  const principal = context.call.principal ?? (await authenticate(context, guard, polling));
  if (isAllowed(principal, guard)) {
    if (lacksMfa(context, guard, principal)) throw mfaRequired();
    if (!isRecentEnough(context.deps, principal, guard)) throw reauthenticationRequired();
    return principal;
  }
  if (principal.kind !== "visitor") throw forbidden();
  // a delayed polling request must not clear the cookie of a newer session
  if (!polling) clearEndedSessionCookie(context, guard);
  throw unauthenticated();
}

/** Only a session can be too old: operators have none, and Basic authenticates every call. */
const isRecentEnough = (deps: Deps, principal: Principal, guard: Guard): boolean =>
  !("recent" in guard && guard.recent) ||
  !("authenticatedAt" in principal) ||
  isRecentlyAuthenticated(deps, principal);

/** Whether the caller used a passkey or gave the password and, with MFA, a code within the last ten minutes. */
export const isRecentlyAuthenticated = (
  deps: Deps,
  { authenticatedAt }: StaffPrincipal | PartnerPrincipal,
): boolean => deps.now().getTime() - authenticatedAt.getTime() <= RECENT_AUTHENTICATION;

/** Removes the cookie of an ended session, so that the browser stops sending it (docs/security.md SES-04). */
function clearEndedSessionCookie({ call, deps }: InvocationContext, { kind }: Guard): void {
  if (kind !== "staff" && kind !== "partner") return;
  const { basic, staffToken, partnerToken } = call.credentials;
  const token = kind === "partner" ? partnerToken : basic === undefined && staffToken;
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
      return principal.kind === "partner";
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
  if (guard.kind === "staff") return (await authenticateStaff(context, polling)) ?? { kind: "visitor" };
  if (guard.kind === "partner") {
    const { partnerToken } = context.call.credentials;
    const partner = partnerToken && (await context.authenticator.partnerBySession(partnerToken, polling));
    return partner || { kind: "visitor" };
  }
  return { kind: "visitor" };
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
  const { basic, staffToken } = context.call.credentials;
  if (basic === "malformed") return null;
  if (basic !== undefined) return authenticator.staffByBasic(context, basic);
  return staffToken === undefined ? null : authenticator.staffBySession(staffToken, polling);
}
