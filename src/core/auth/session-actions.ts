import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import type { ActionContext, Call, Deps, PartnerPrincipal, StaffPrincipal } from "../rpc/context.ts";
import { setCookie } from "./cookies.ts";
import type { SessionTimes } from "./sessions.ts";

type Kind = "staff" | "partner";
/** Somebody with an account, whose session, if there is one, is of the account's kind. */
type AccountContext = ActionContext<StaffPrincipal | PartnerPrincipal>;

/** A new session of an account, and its cookie; it is as old as `begun` where it goes on. */
export async function openSession(
  tx: Tx,
  { sessions, settings, now }: Deps,
  call: Call,
  kind: Kind,
  userId: string,
  continued?: SessionTimes,
): Promise<void> {
  const from = { address: call.address, userAgent: call.userAgent };
  const at = now();
  const { token } = await sessions[kind].open(tx, userId, from, at, continued);
  const age = at.getTime() - (continued?.createdAt ?? at).getTime();
  const cookie = setCookie(settings, `${kind}_session`, token, sessions[kind].lifetime.absolute - age);
  call.responseHeaders.append("Set-Cookie", cookie);
}

/**
 * After a change of what an account is opened with: its sessions end, and the caller goes on with a new token. The
 * change itself proves nobody: the session is as old as it was, and so is what its owner showed. One that was ended
 * meanwhile stays so.
 */
export async function renewSession(tx: Tx, { deps, call, principal }: AccountContext): Promise<void> {
  const { kind, id, sessionId } = principal;
  const ended = await deps.sessions[kind].endAll(tx, id);
  const own = ended.find((session) => session.id === sessionId);
  if (own) await openSession(tx, deps, call, kind, id, own);
}

/** Takes the cookie away, and what the browser kept of the pages. */
function clearSessionCookie({ settings }: Deps, call: Call, kind: Kind): void {
  call.responseHeaders.append("Set-Cookie", setCookie(settings, `${kind}_session`, "", 0));
  // Chromium writes a line into the console for it, and the page clears its own cache
  if (call.transport === "rest") call.responseHeaders.set("Clear-Site-Data", '"cache", "storage"');
}

/** Where the caller is signed in, latest seen first. */
export async function listOwnSessions({ deps, principal }: AccountContext) {
  const sessions = await deps.sessions[principal.kind].list(principal.id, deps.now());
  return sessions.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    device: userAgent,
    address,
    createdAt,
    lastSeenAt,
    current: id === principal.sessionId,
  }));
}

/** What is written down together with the change. */
type RecordEntry = (tx: Tx) => Promise<unknown>;

/** Signs out: ends the session of `principal`, if there is one, together with what `noted` writes; clears the cookie. */
export async function endCurrentSession<P extends StaffPrincipal | PartnerPrincipal>(
  { deps, call }: ActionContext,
  kind: P["kind"],
  principal: P | null,
  noted: (tx: Tx, principal: P) => Promise<unknown>,
) {
  const { sessionId = null } = principal ?? {};
  if (principal && sessionId !== null) {
    await deps.db.transaction(async (tx) => {
      await deps.sessions[kind].end(tx, sessionId);
      await noted(tx, principal);
    });
  }
  clearSessionCookie(deps, call, kind);
  return { success: true as const };
}

/** Ends one of the caller's own sessions. Throws 404 on anybody else's. */
export async function endOwnSession({ deps, principal }: AccountContext, id: string, record: RecordEntry) {
  const sessions = deps.sessions[principal.kind];
  const mine = await sessions.list(principal.id, deps.now());
  if (!mine.some((session) => session.id === id))
    throw new DomainError("notFound", "This session does not exist");
  await deps.db.transaction(async (tx) => {
    await sessions.end(tx, id);
    await record(tx);
  });
  return { success: true as const };
}

/** Ends all of the caller's sessions but the one that asks. */
export async function endOtherSessions({ deps, principal }: AccountContext, record: RecordEntry) {
  await deps.db.transaction(async (tx) => {
    await deps.sessions[principal.kind].endAll(tx, principal.id, principal.sessionId ?? undefined);
    await record(tx);
  });
  return { success: true as const };
}
