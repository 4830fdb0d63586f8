import { cookieName, readCookie } from "../core/auth/cookies.ts";
import { recordRootSpan } from "../core/logging/telemetry.ts";
import type {
  BasicCredentials,
  Call,
  Credentials,
  Deps,
  IdleTimeout,
  Invocation,
} from "../core/rpc/context.ts";
import { ResponseHeaders } from "../core/rpc/response-headers.ts";
import { idsOf } from "../core/rpc/running-call.ts";
import { newTrace, traceOf, traceparentOf } from "../core/rpc/trace-context.ts";
import type { Settings } from "../env.ts";
import { BACKGROUND_HEADER } from "../shared/background.ts";
import { REQUEST_ID } from "../shared/errors.ts";

/** The connection that a request came over. */
export interface Peer {
  /** Null if the socket has none. Read only for calls, because pages are not rate limited. */
  address(): string | null;
  /** Removes the idle timeout from the connection, or sets it again. */
  setIdleTimeout(state: "on" | "off"): void;
}

/** The idle timeout of a peer's connection, as a call may lift it. */
export function idleTimeoutOf(peer: Peer): IdleTimeout {
  let lifted = false;
  return {
    lift() {
      lifted = true;
      peer.setIdleTimeout("off");
    },
    restore() {
      if (lifted) peer.setIdleTimeout("on");
      lifted = false;
    },
  };
}

const AUTHORIZATION_MAX = 2_048;
const NO_AUTHORIZATION = { basic: undefined, bearer: undefined } as const;

/** Describes a request as a call. Credentials are only collected here; a guard verifies them if it needs them. */
export function callFromRequest(
  request: Request,
  transport: Call["transport"],
  from: Required<Pick<Call, "address" | "idleTimeout" | "requestId" | "trace">>,
  settings: Settings,
): Call {
  const responseHeaders = new ResponseHeaders();
  if (from.trace) responseHeaders.set("traceparent", traceparentOf(from.trace));
  return {
    requestId: from.requestId,
    trace: from.trace,
    transport,
    address: from.address,
    idleTimeout: from.idleTimeout,
    userAgent: request.headers.get("user-agent"),
    credentials: credentialsOf(request.headers, settings),
    background: request.headers.get(BACKGROUND_HEADER) === "true",
    idempotencyKey: request.headers.get("idempotency-key") ?? undefined,
    responseHeaders,
    signal: request.signal,
    invocations: [],
  };
}

/**
 * The id and the trace of a request. A trusted proxy names them (docs/security.md LOG-05); `records` whether spans are
 * recorded, so that traces begin here.
 */
export function namesOf(
  { headers }: Request,
  isTrusted: () => boolean,
  records: boolean,
): Required<Pick<Call, "requestId" | "trace">> {
  const [id, traceparent] = [headers.get("x-request-id"), headers.get("traceparent")];
  const isNamed = (id !== null || traceparent !== null) && isTrusted();
  return {
    // ours are in the order of time, so that audit entries are added at the end of their index
    requestId: isNamed && id !== null && REQUEST_ID.test(id) ? id : Bun.randomUUIDv7(),
    trace: (isNamed ? traceOf(traceparent) : undefined) ?? (records ? newTrace() : undefined),
  };
}

function credentialsOf(headers: Headers, settings: Settings): Credentials {
  const cookies = headers.get("cookie");
  const { basic, bearer } = authorizationOf(headers);
  return {
    staffToken: readCookie(cookies, cookieName(settings, "staff_session")),
    partnerToken: readCookie(cookies, cookieName(settings, "partner_session")),
    device: readCookie(cookies, cookieName(settings, "dev")),
    joined: readCookie(cookies, cookieName(settings, "joined"), "encrypted"),
    left: readCookie(cookies, cookieName(settings, "left"), "encrypted"),
    basic,
    bearer,
  };
}

function authorizationOf(headers: Headers): Pick<Credentials, "basic" | "bearer"> {
  const header = headers.get("authorization")?.slice(0, AUTHORIZATION_MAX);
  if (header === undefined) return NO_AUTHORIZATION;
  const bearer = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header);
  return bearer
    ? { basic: undefined, bearer: bearer[1] }
    : { basic: basicOf(header, headers), bearer: undefined };
}

function basicOf(header: string, headers: Headers): Credentials["basic"] {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  const text = encoded && decodeBase64Utf8(encoded);
  const colon = text ? text.indexOf(":") : -1;
  if (!text || colon < 1) return "malformed";
  const credentials: BasicCredentials = {
    username: text.slice(0, colon),
    password: text.slice(colon + 1),
    code: headers.get("x-mfa-token") ?? undefined,
  };
  return credentials;
}

function decodeBase64Utf8(base64: string): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(base64, "base64"),
    );
    return text.includes("\0") ? null : text;
  } catch {
    return null; // not UTF-8
  }
}

const MULTI_STATUS = 207; // tRPC's status for a batch whose calls have different ones

const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Asked every few seconds by machines, and of no interest while it succeeds. */
const isQuiet = (route: string, status: number): boolean => PROBES.has(route) && status < 400;

/** Logs one line per procedure that was called, or one under `routeName` for a request that reached none; never logs input. */
export function logAccess(
  { log, metrics, state }: Deps,
  { method }: Request,
  call: Call,
  status: number,
  ms: number,
  routeName: () => string,
) {
  const { transport, invocations } = call;
  const reached: readonly Partial<Invocation>[] = invocations.length > 0 ? invocations : [{}];
  for (const { action: route = routeName(), subject, refusal } of reached) {
    const own = status === MULTI_STATUS ? (refusal?.status ?? 200) : status;
    metrics.countRequest(route, own);
    metrics.duration.observe({ route }, ms / 1_000);
    const level = isQuiet(route, own) ? "debug" : "info";
    log[level]({
      ...idsOf(call),
      transport,
      method,
      route,
      status: own,
      ms: Math.round(ms * 10) / 10,
      subject,
    });
  }
  if (!call.trace) return;
  const route = invocations.map(({ action }) => action).join(",") || routeName();
  if (isQuiet(route, status)) return;
  recordRootSpan(state.telemetry, call.trace, {
    name: `${method} ${route}`,
    kind: "server",
    ms,
    failed: status >= 500,
    attributes: {
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
      "rihla.request_id": call.requestId,
      "rihla.transport": transport,
      "rihla.principal": invocations.at(-1)?.principal ?? "none",
    },
  });
}
