import type { Database } from "../../db/client.ts";
import type { Settings } from "../../env.ts";
import type { DomainError } from "../../shared/errors.ts";
import type { PersonRole, StaffRole, TokenScope } from "../../shared/people/accounts.ts";
import type { Passwords } from "../auth/passwords.ts";
import type { SessionStore } from "../auth/sessions.ts";
import type { Clock } from "../clock.ts";
import type { Encryption } from "../crypto/encryption.ts";
import type { RateLimiter } from "../limits/rate-limit.ts";
import type { Log } from "../logging/log.ts";
import type { Metrics } from "../logging/metrics.ts";
import type { Offers } from "./offers.ts";
import type { ResponseHeaders } from "./response-headers.ts";
import type { Trace } from "./trace-context.ts";

export interface StaffPrincipal {
  readonly kind: "staff";
  readonly id: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly mfaEnabled: boolean;
  /** An account that belongs to no person. */
  readonly isService: boolean;
  /** Null if the caller sent HTTP Basic or an API token. */
  readonly sessionId: string | null;
  /** When the caller last gave the password and, with MFA, a code; or used a passkey. */
  readonly authenticatedAt: Date;
  /** Whether the session was opened with a passkey, which counts as both factors. */
  readonly usedPasskey: boolean;
  /** The API token that the caller sent. */
  readonly token?: PrincipalToken;
}

interface PrincipalToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
}

export interface PartnerPrincipal {
  readonly kind: "partner";
  /** The business, and its name. */
  readonly id: string;
  readonly name: string;
  readonly person: PrincipalPerson;
  readonly sessionId: string;
  /** When the caller last gave the password or used a passkey. */
  readonly authenticatedAt: Date;
}

/** The person of a business who is signed in. */
interface PrincipalPerson {
  readonly id: string;
  readonly name: string;
  readonly role: PersonRole;
}

/** The person who runs the CLI with access to the data directory or the database. */
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

/** The account that the caller signed in with; for a business that of the person. */
export const accountIdOf = (principal: StaffPrincipal | PartnerPrincipal): string =>
  principal.kind === "partner" ? principal.person.id : principal.id;

/** Who may call a procedure, as data: the role tests, the CLI and the API document read it. */
export type Guard =
  | { readonly kind: "public" }
  | {
      readonly kind: "staff";
      readonly roles: readonly StaffRole[];
      readonly own?: true;
      /** A session must have been authenticated recently (docs/security.md SES-13). */
      readonly recent?: true;
      /** Admits an account that must set up MFA first, too. */
      readonly beforeMfa?: true;
    }
  | {
      readonly kind: "partner";
      readonly roles: readonly PersonRole[];
      /** The session must have been authenticated recently. */
      readonly recent?: true;
    }
  | { readonly kind: "operator" }
  | { readonly kind: "schedule" };

export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
  readonly code: string | undefined;
}

/** The credentials of a request; only a guard that needs them verifies them. */
export interface Credentials {
  readonly staffToken: string | undefined;
  readonly partnerToken: string | undefined;
  /** The token that this browser got when an account signed in from it. */
  readonly device: string | undefined;
  /** What this browser remembers of joining the waitlist, encrypted. */
  readonly joined: string | undefined;
  /** What it remembers of leaving, encrypted. */
  readonly left: string | undefined;
  /** `"malformed"` if the Authorization header is neither valid HTTP Basic nor a bearer token. */
  readonly basic: BasicCredentials | "malformed" | undefined;
  /** The bearer token of the Authorization header. */
  readonly bearer: string | undefined;
}

/** Verifies credentials; implemented by the modules that own the accounts. */
export interface Authenticator {
  /** Null for an unknown or ended session. A `polling` call does not keep the session alive. */
  staffBySession(token: string, polling: boolean): Promise<StaffPrincipal | null>;
  /** Throws `DomainError` 401 or 429. */
  staffByBasic(context: InvocationContext, credentials: BasicCredentials): Promise<StaffPrincipal>;
  /** The owner of an API token. Throws `DomainError` 401 or 429. */
  staffByToken(context: InvocationContext, token: string): Promise<StaffPrincipal>;
  partnerBySession(token: string, polling: boolean): Promise<PartnerPrincipal | null>;
}

/** Connections to the outside (mail, files, gateways): modules add theirs (`declare module`), and `app.ts` wires them. */
// biome-ignore lint/suspicious/noEmptyInterface: the modules fill it
export interface Ports {}

/**
 * What one process remembers between calls (write queues, counters, caches): each module that needs such memory adds
 * it here (`declare module`), and `app.ts` creates it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the modules fill it
export interface State {}

/** Everything that is created once for a process and shared by its calls. */
export interface Deps {
  /** What each module takes part in, in the order of the floors. */
  readonly modules: readonly Offers[];
  readonly settings: Settings;
  readonly db: Database;
  readonly clock: Clock;
  /** The time by `clock`. */
  readonly now: () => Date;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly encryption: Encryption;
  readonly passwords: Passwords;
  readonly rateLimiter: RateLimiter;
  /** Called with the path of a mutation that succeeded without an audit entry. */
  readonly onMissingAudit: (path: string) => void;
  readonly sessions: { readonly staff: SessionStore; readonly partner: SessionStore };
  readonly ports: Ports;
  readonly state: State;
}

export interface IdleTimeout {
  lift(): void;
  /** Does nothing unless it was lifted. */
  restore(): void;
}

/** One request, over any transport. */
export interface Call {
  /** Of ours, or given by a trusted proxy. */
  readonly requestId: string;
  /** Undefined where no one traces requests. */
  readonly trace?: Trace | undefined;
  readonly transport: "rest" | "trpc" | "socket" | "cli" | "schedule";
  /** The client's address; null if the connection has none. */
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly credentials: Credentials;
  /** The header `Idempotency-Key`, read by the procedures that take payments. */
  readonly idempotencyKey?: string | undefined;
  /** Set if the transport itself vouches for the caller. */
  readonly principal?: OperatorPrincipal | SchedulePrincipal;
  /** Headers for the response; shared by the calls of a batch. */
  readonly responseHeaders: ResponseHeaders;
  readonly signal?: AbortSignal;
  /** Sent by a page that no one has touched for a while: does not keep a session alive. */
  readonly background?: boolean;
  /** The idle timeout of the connection. Lifted once the guard has admitted a call that may be silent for long (RAT-07). */
  readonly idleTimeout?: IdleTimeout;
  /** Reports the progress of a long call as a count of its items. */
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
  /** The kind of that caller. */
  principal?: Principal["kind"];
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

const ADMITTED = Symbol("admitted");

/** The context of a service: the guard has admitted the principal. Only `actingAs` makes one. */
export interface ActionContext<P extends Principal = Principal> {
  readonly [ADMITTED]: true;
  readonly deps: Deps;
  readonly call: Call;
  readonly invocation: Invocation;
  readonly principal: P;
}

/** The context in which a principal acts that a guard or a sign-in has admitted, or a job of this process. */
export const actingAs = <P extends Principal>(
  { deps, call, invocation }: Omit<InvocationContext, "authenticator">,
  principal: P,
): ActionContext<P> => ({ [ADMITTED]: true, deps, call, invocation, principal });
