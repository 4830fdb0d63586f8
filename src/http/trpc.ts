import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import superjson from "superjson";
import { yieldToEventLoop } from "../core/limits/event-loop.ts";
import type { Context } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { appRouter } from "../router.ts";
import { DomainError, ERROR_KINDS } from "../shared/errors.ts";
import { isJson, parseJson, readText, unreadableRequest } from "./body.ts";
import { withDeadline } from "./caller.ts";
import { compressed } from "./compression.ts";
import { methodNotAllowed, targetOf } from "./guards.ts";
import {
  type BaseHeaders,
  jsonResponse,
  logUnexpectedError,
  responseHeaders,
  toLoggedRefusal,
} from "./responses.ts";
import { decodePathPart } from "./rest.ts";

export const TRPC_PATH = "/trpc";
const BATCH_MAX = 10; // docs/security.md RAT-02; the browser's batch link has the same limit

/** Names the route of a request that reached no procedure. */
export function trpcRouteOf(operations: readonly Operation[]): (method: string, path: string) => string {
  const procedures = new Set(operations.map((each) => each.path));
  return (_, path) => {
    const procedure = path.slice(TRPC_PATH.length + 1);
    return procedures.has(procedure) ? procedure : "trpc";
  };
}

const ANY_ORIGIN = "http://localhost"; // the client's Host header may be malformed
const OUTER_SLASHES = /^\/|\/{1,2}$/g;

/** The procedures that a request to `/trpc` calls. */
export interface TrpcTarget {
  readonly url: URL;
  /** Procedure paths; each counts as one call. */
  readonly paths: readonly string[];
}

/** Parses the URL exactly as tRPC does, which decodes a path before splitting a batch. Throws 400 on bad encoding. */
export function parseTrpcTarget(request: Request): TrpcTarget {
  const url = new URL(targetOf(request.url), ANY_ORIGIN);
  const path = decodePathPart(url.pathname.slice(TRPC_PATH.length).replace(OUTER_SLASHES, ""));
  return { url, paths: url.searchParams.get("batch") === "1" ? path.split(",") : [path] };
}

/** What handling a call depends on, by the path of its procedure. */
export interface TrpcRules {
  readonly isSlow: (operation: string) => boolean;
  /** Whether everyone gets the same answer. */
  readonly isPublic: (operation: string) => boolean;
}

/** tRPC for the browser: JSON only, small batches, and the same response headers as every other call. */
export async function handleTrpc(
  request: Request,
  target: TrpcTarget,
  context: Context,
  baseHeaders: BaseHeaders,
  { isSlow, isPublic }: TrpcRules,
): Promise<Response> {
  if (target.paths.length > BATCH_MAX) throw new DomainError("invalid", "Too many calls at once");
  const sanitized = await sanitizedRequest(request, target.url);
  const handle = () =>
    fetchRequestHandler({
      endpoint: TRPC_PATH,
      req: sanitized,
      router: appRouter,
      createContext: () => context,
      maxBatchSize: BATCH_MAX,
      onError: ({ error }) => logUnexpectedError(context, error),
    });
  const response = await (target.paths.some(isSlow) ? handle() : withDeadline(handle));
  context.call.idleTimeout?.restore();
  const headers = responseHeaders(baseHeaders, context.call);
  headers.set("Content-Type", response.headers.get("content-type") ?? "application/json");
  if (response.status === 405) headers.set("Allow", request.method === "POST" ? "GET, HEAD" : "POST");
  const text = await response.text();
  await yieldToEventLoop(); // to serialize 500 entries of the audit log and to encode them takes a turn each
  const answer = new Response(text, { status: response.status, headers });
  return target.paths.every(isPublic) ? compressed(request, answer) : answer;
}

/** A refusal from before tRPC was reached, in the error format of tRPC's client. */
export function trpcErrorResponse(baseHeaders: BaseHeaders, context: Context, error: unknown): Response {
  const refusal = toLoggedRefusal(context, error);
  const { call } = context;
  const code = TRPC_ERROR_CODES_BY_KEY[ERROR_KINDS[refusal.kind].trpc];
  const data = { ...refusal.body(call.requestId), httpStatus: refusal.status };
  const shape = superjson.serialize({ code, message: refusal.sentence, data });
  return jsonResponse(baseHeaders, call, refusal.status, { error: shape });
}

/** The same request with an input that is within the limits, and without headers that tRPC would interpret. */
async function sanitizedRequest(request: Request, url: URL): Promise<Request> {
  const { method, signal } = request;
  const headers = { "Content-Type": "application/json" };
  if (method === "GET" || method === "HEAD") {
    const input = url.searchParams.get("input");
    if (input) parseJson(input);
    return new Request(url, { method, headers, signal });
  }
  if (method !== "POST") throw methodNotAllowed(["GET", "POST"]);
  if (!isJson(request.headers.get("content-type"))) {
    throw new DomainError("unsupportedMediaType", "Please send application/json");
  }
  const body = await readText(request);
  if (body === "") throw unreadableRequest();
  parseJson(body);
  return new Request(url, { method, headers, body, signal });
}
