import { TRPCError } from "@trpc/server";
import { logBug } from "../core/logging/telemetry.ts";
import type { Call, Context } from "../core/rpc/context.ts";
import { errorLogFields, toDomainError } from "../core/rpc/error-mapping.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { applyHeaders } from "../core/rpc/procedures.ts";
import { idsOf } from "../core/rpc/running-call.ts";
import type { Settings } from "../env.ts";
import { wholeSeconds } from "../shared/duration.ts";
import { DomainError } from "../shared/errors.ts";

/** Headers of every response of a kind: an instance of `Headers` is copied faster than a record. */
export type BaseHeaders = Headers | Readonly<Record<string, string>>;

/** The transport's own headers, then those that the call set. */
export function responseHeaders(baseHeaders: BaseHeaders, call: Call): Headers {
  const headers = new Headers(baseHeaders);
  headers.set("X-Request-Id", call.requestId);
  for (const [name, value] of call.responseHeaders) headers.append(name, value);
  return headers;
}

/** The headers, with those that let caches keep the answer if the operation allows it. */
export function withCaching(
  baseHeaders: BaseHeaders,
  { cacheFor }: Pick<Operation, "cacheFor">,
): BaseHeaders {
  if (cacheFor === 0) return baseHeaders;
  const headers = new Headers(baseHeaders);
  headers.set("Cache-Control", `public, max-age=${wholeSeconds(cacheFor)}`);
  return headers;
}

const END_OF_MAIN = /(?:<\/div>)?<\/main>/;

/** An error page with the id of its request, as its log lines have it: people can pass it on, and `rihla trace` reads it. */
export const withRequestId = (html: string, requestId: string): string =>
  html.replace(END_OF_MAIN, (end) => `<p><small>Request ID ${Bun.escapeHTML(requestId)}</small></p>${end}`);

export const jsonResponse = (baseHeaders: BaseHeaders, call: Call, status: number, body: unknown): Response =>
  jsonTextResponse(baseHeaders, call, status, JSON.stringify(body));

/** For JSON that is text or bytes already. */
export function jsonTextResponse(
  baseHeaders: BaseHeaders,
  call: Call,
  status: number,
  text: string | Uint8Array<ArrayBuffer>,
): Response {
  const headers = responseHeaders(baseHeaders, call);
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new Response(text, { status, headers });
}

/** The refusal that a procedure threw; the procedure has already logged it if it was unexpected. */
const refusalOf = (error: unknown): DomainError | null =>
  error instanceof TRPCError && error.cause instanceof DomainError ? error.cause : null;

/** Logs an unexpected error and the cause of a 503, without their messages, unless a procedure has done so. */
export function logUnexpectedError({ deps, call }: Context, error: unknown): void {
  if (refusalOf(error) !== null) return;
  deps.state.diskSpace.report(error);
  const { kind } = toDomainError(error);
  const path = call.invocations.at(-1)?.action;
  const facts = { ...idsOf(call), path, ...errorLogFields(error) };
  if (kind === "internal") logBug(deps.log, deps.state.telemetry, error, facts);
  if (kind === "unavailable") deps.state.outages.report(deps.log, facts);
}

/** Converts what a call threw to its refusal, sets the refusal's headers and logs unexpected errors. */
export function toLoggedRefusal(context: Context, error: unknown): DomainError {
  logUnexpectedError(context, error);
  const refusal = refusalOf(error) ?? toDomainError(error);
  applyHeaders(context.call.responseHeaders, refusal);
  return refusal;
}

/** The documented error response for what a call threw. */
export function errorResponse(baseHeaders: BaseHeaders, context: Context, error: unknown): Response {
  const refusal = toLoggedRefusal(context, error);
  return jsonResponse(baseHeaders, context.call, refusal.status, refusal.body(context.call.requestId));
}

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join("; ");

type HeaderList = Readonly<Record<string, string>>;

/** Headers of every response (docs/security.md OUT-03). */
function commonHeaders(settings: Settings): HeaderList {
  const https = settings.publicUrl.protocol === "https:";
  return {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(self), microphone=(), payment=(self)",
    ...(https && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
  };
}

/** Headers of every HTML page: no inline code or styles, nothing from other origins (docs/security.md OUT-01). */
export const pageHeaders = (settings: Settings): HeaderList => ({
  ...commonHeaders(settings),
  "Content-Security-Policy": PAGE_POLICY,
  "Referrer-Policy": "strict-origin-when-cross-origin",
});

/** Headers of every response to a call: not cached, not framed, and nothing in it may run. */
export const callHeaders = (settings: Settings): HeaderList => ({
  ...commonHeaders(settings),
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
});
