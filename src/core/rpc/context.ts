import type { Database } from "../../db/client.ts";
import type { Settings } from "../../env.ts";
import type { DomainError } from "../../shared/errors.ts";
import type { StaffRole } from "../../shared/staff-roles.ts";
import type { Passwords } from "../auth/passwords.ts";
import type { SessionStore } from "../auth/sessions.ts";
import type { Encryption } from "../crypto/encryption.ts";
import type { RateLimiter } from "../limits/rate-limit.ts";
import type { Log } from "../logging/log.ts";
import type { Metrics } from "../logging/metrics.ts";

export interface StaffPrincipal {
  readonly kind: "staff";
  readonly id: string;
  readonly name: string;
  readonly role: StaffRole;
  /** Null where the caller sent HTTP Basic. */
  readonly sessionId: string | null;
  /** When this caller last gave password and, where due, code. */
  readonly authenticatedAt: Date;
}

export interface PartnerPrincipal {
  readonly kind: "partner";
  readonly id: string;
  readonly name: string;
  readonly sessionId: string;
}

/** Whoever holds the data directory or the database's address: the CLI on the host. */
export interface OperatorPrincipal {
  readonly kind: "operator";
  readonly name: string;
}

export interface SchedulePrincipal {
  readonly kind: "schedule";
}

export interface Visitor {
  readonly kind: "visitor";
}

export type Principal = StaffPrincipal | PartnerPrincipal | OperatorPrincipal | SchedulePrincipal | Visitor;

/** Who may call, as data: the guard's test, the CLI and the API document read it. */
export type Guard =
  | { readonly kind: "public" }
  | { readonly kind: "staff"; readonly roles: readonly StaffRole[]; readonly own?: true }
  | { readonly kind: "partner" }
  | { readonly kind: "operator" }
  | { readonly kind: "schedule" };

export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
  readonly code: string | undefined;
}

/** What a caller showed to prove who it is; looked at only by a procedure that asks for it. */
export interface Credentials {
  readonly staffToken: string | undefined;
  readonly partnerToken: string | undefined;
  /** What this browser was given when somebody signed in from it. */
  readonly device: string | undefined;
  /** `"malformed"` where an Authorization header was sent that is no HTTP Basic. */
  readonly basic: BasicCredentials | "malformed" | undefined;
}

/** How the process finds out who a caller is; given by the modules that keep the accounts. */
export interface Authenticator {
  /** A `quiet` call does not keep the session alive. */
  staffBySession(token: string, polling: boolean): Promise<StaffPrincipal | null>;
  /** Throws `DomainError` 401 or 429. */
  staffByBasic(context: InvocationContext, credentials: BasicCredentials): Promise<StaffPrincipal>;
  partnerBySession(token: string, polling: boolean): Promise<PartnerPrincipal | null>;
}

/**
 * What reaches out of the process: each module that has such a port adds it here (`declare module`), and `app.ts`
 * wires it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the modules fill it
export interface Ports {}

/**
 * What one process remembers between calls (write queues, counters, caches): each module that needs such memory adds
 * it here (`declare module`), and `app.ts` creates it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the modules fill it
export interface State {}

/** What the process has, the same for every call. */
export interface Deps {
  readonly settings: Settings;
  readonly db: Database;
  readonly now: () => Date;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly encryption: Encryption;
  readonly passwords: Passwords;
  readonly rateLimiter: RateLimiter;
  /** Told of a procedure that may have changed something and left no act in the audit log. */
  readonly onMissingAudit: (path: string) => void;
  readonly sessions: { readonly staff: SessionStore; readonly partner: SessionStore };
  readonly ports: Ports;
  readonly state: State;
}

/** One call, whichever door it came through. */
export interface Call {
  readonly requestId: string;
  readonly transport: "rest" | "trpc" | "socket" | "cli" | "schedule";
  /** The client's address; null where the socket has none. */
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly credentials: Credentials;
  /** The header `Idempotency-Key`: looked at only where a repeat would cost somebody. */
  readonly idempotencyKey?: string | undefined;
  /** Set where the door itself vouches for the caller: operator and schedule. */
  readonly principal?: OperatorPrincipal | SchedulePrincipal;
  /** Headers that the answer will carry. */
  readonly responseHeaders: Headers;
  readonly signal?: AbortSignal;
  /** Takes the idle limit off the connection, for what may stay silent long. */
  readonly liftIdleTimeout?: () => void;
  /** Told how far a long call has come, in whatever it counts. */
  readonly progress?: (count: number) => void;
  /** The procedures that ran: more than one where tRPC batches them. */
  readonly invocations: Invocation[];
}

/** One run of one procedure. The calls of a tRPC batch share their `Call`; each has an invocation of its own. */
export interface Invocation {
  /** The procedure's path, which is also the action's name in the audit log. */
  readonly action: string;
  /** The id of the account that called, once it is known; for the access log. */
  subject?: string;
  /** How many audit entries it has recorded. A mutation that succeeds with none is reported. */
  auditRecords: number;
  /** Why it failed, once it has. */
  refusal?: DomainError;
}

export interface Context {
  readonly deps: Deps;
  readonly authenticator: Authenticator;
  readonly call: Call;
}

export interface InvocationContext extends Context {
  readonly invocation: Invocation;
}

/** What a service gets once the guard has admitted the caller. */
export interface ActionContext<P extends Principal = Principal> {
  readonly deps: Deps;
  readonly call: Call;
  readonly invocation: Invocation;
  readonly principal: P;
}
