import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import {
  type ActionContext,
  accountIdOf,
  type Call,
  type Deps,
  type PartnerPrincipal,
  type StaffPrincipal,
} from "../rpc/context.ts";
import { unauthenticated } from "./authorize.ts";
import { setCookie } from "./cookies.ts";
import type { SessionOrigin } from "./sessions.ts";

type Kind = "staff" | "partner";
/** The context of a signed-in caller; `sessionId` is null with Basic credentials. */
type AccountContext = ActionContext<StaffPrincipal | PartnerPrincipal>;

/** Opens a session and sets its cookie. One that replaces another takes over that one's `origin`. */
export async function openSession(
  tx: Tx,
  { sessions, settings, now }: Deps,
  call: Call,
  kind: Kind,
  userId: string,
  origin?: SessionOrigin,
): Promise<void> {
  const from = { address: call.address, userAgent: call.userAgent };
  const at = now();
  const { token } = await sessions[kind].open(tx, userId, from, at, origin);
  const age = at.getTime() - (origin?.createdAt ?? at).getTime();
  const cookie = setCookie(settings, `${kind}_session`, token, sessions[kind].lifetime.absolute - age);
  call.responseHeaders.append("Set-Cookie", cookie);
}

/**
 * Throws 401 if the caller's session was ended after the call was admitted, so that an account that was locked in
 * between gets no new credential. The account's row must be locked first, as everything that ends its sessions does.
 */
export async function requireOwnSession(tx: Tx, { deps, principal }: AccountContext): Promise<void> {
  const { kind, sessionId } = principal;
  if (sessionId !== null && !(await deps.sessions[kind].exists(tx, sessionId))) throw unauthenticated();
}

/**
 * Run after a change of credentials: ends all of the account's sessions and gives the caller a new token. The change
 * is not a reauthentication, so the new session takes over the origin of the old one, except for a `deletedPasskey`. If
 * the old one has been ended in the meantime, no new one is opened.
 */
export async function renewSession(
  tx: Tx,
  { deps, call, principal }: AccountContext,
  deletedPasskey?: string,
): Promise<void> {
  const { kind, sessionId } = principal;
  const id = accountIdOf(principal);
  const ended = await deps.sessions[kind].endAll(tx, id);
  const own = ended.find((session) => session.id === sessionId);
  if (!own) return;
  const passkeyId = own.passkeyId === deletedPasskey ? null : own.passkeyId;
  await openSession(tx, deps, call, kind, id, { ...own, passkeyId });
}

/**
 * Gives the caller, who has just reauthenticated, a new token. The new session ends when the old one would have. With a
 * `passkeyId` it counts as opened with that passkey.
 */
export async function rotateSession(
  tx: Tx,
  { deps, call, principal }: AccountContext,
  passkeyId?: string,
): Promise<void> {
  const { kind, sessionId } = principal;
  const own = sessionId === null ? undefined : await deps.sessions[kind].end(tx, sessionId);
  if (!own) return;
  const origin = { ...own, authenticatedAt: deps.now(), passkeyId: passkeyId ?? own.passkeyId };
  await openSession(tx, deps, call, kind, accountIdOf(principal), origin);
}

/** Deletes the cookie and the browser's cache and storage. */
export function clearSessionCookie({ settings }: Deps, call: Call, kind: Kind): void {
  call.responseHeaders.append("Set-Cookie", setCookie(settings, `${kind}_session`, "", 0));
  // only REST: Chromium logs the header to the console, and the web app clears its cache itself
  if (call.transport === "rest") call.responseHeaders.set("Clear-Site-Data", '"cache", "storage"');
}

/** The caller's sessions, last seen first. */
export async function listOwnSessions({ deps, principal }: AccountContext) {
  const sessions = await deps.sessions[principal.kind].list(accountIdOf(principal), deps.now());
  return sessions.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    device: userAgent,
    address,
    createdAt,
    lastSeenAt,
    current: id === principal.sessionId,
  }));
}

/** Records the audit entry in the transaction of the change. */
type RecordEntry = (tx: Tx) => Promise<unknown>;

/** Signs out: ends the session of `principal`, if there is one, records it with `record`, and clears the cookie. */
export async function endCurrentSession<P extends StaffPrincipal | PartnerPrincipal>(
  { deps, call }: ActionContext,
  kind: P["kind"],
  principal: P | null,
  record: (tx: Tx, principal: P) => Promise<unknown>,
) {
  const { sessionId = null } = principal ?? {};
  if (principal && sessionId !== null) {
    await deps.db.transaction(async (tx) => {
      await deps.sessions[kind].end(tx, sessionId);
      await record(tx, principal);
    });
  }
  clearSessionCookie(deps, call, kind);
  return { success: true as const };
}

/** Ends one of the caller's own sessions. Throws 404 for any other session, and for one that ended a moment ago. */
export async function endOwnSession({ deps, principal }: AccountContext, id: string, record: RecordEntry) {
  const sessions = deps.sessions[principal.kind];
  await deps.db.transaction(async (tx) => {
    if (!(await sessions.end(tx, id, accountIdOf(principal))))
      throw new DomainError("notFound", "This session does not exist");
    await record(tx);
  });
  return { success: true as const };
}

/** Ends all of the caller's sessions except the current one. */
export async function endOtherSessions({ deps, principal }: AccountContext, record: RecordEntry) {
  await deps.db.transaction(async (tx) => {
    await deps.sessions[principal.kind].endAll(tx, accountIdOf(principal), principal.sessionId ?? undefined);
    await record(tx);
  });
  return { success: true as const };
}
