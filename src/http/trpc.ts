import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import superjson from "superjson";
import type { Context } from "../core/rpc/context.ts";
import { appRouter } from "../router.ts";
import { DomainError, ERROR_KINDS } from "../shared/errors.ts";
import { isJson, parseJson, readText, unreadableRequest } from "./body.ts";
import { targetOf } from "./guards.ts";
import {
  jsonResponse,
  logUnexpectedError,
  responseHeaders,
  toLoggedRefusal,
  withDeadline,
} from "./responses.ts";
import { decodePathPart, methodNotAllowed } from "./rest.ts";

export const TRPC_PATH = "/trpc";
const BATCH_MAX = 10; // docs/security.md RAT-02; the browser's link knows the same number

const NO_HOST = "http://localhost"; // what a client says of its host may be none
const OUTER_SLASHES = /^\/|\/{1,2}$/g;

/** What a request to `/trpc` asks for. */
export interface TrpcTarget {
  readonly url: URL;
  /** The procedures' paths; each counts as one call. */
  readonly paths: readonly string[];
}

/** Read exactly as tRPC reads it: it decodes a path before it parts a batch. Throws 400 where it is no text. */
export function parseTrpcTarget(request: Request): TrpcTarget {
  const url = new URL(targetOf(request.url), NO_HOST);
  const path = decodePathPart(url.pathname.slice(TRPC_PATH.length).replace(OUTER_SLASHES, ""));
  return { url, paths: url.searchParams.get("batch") === "1" ? path.split(",") : [path] };
}

/** tRPC for the browser: JSON alone, small batches, answers with the same headers as every other call. */
export async function handleTrpc(
  request: Request,
  asked: TrpcTarget,
  context: Context,
  fixed: Readonly<Record<string, string>>,
  isSlow: (operation: string) => boolean,
): Promise<Response> {
  if (asked.paths.length > BATCH_MAX) throw new DomainError("invalid", "Too many calls at once");
  const checked = await sanitizedRequest(request, asked.url);
  const handle = () =>
    fetchRequestHandler({
      endpoint: TRPC_PATH,
      req: checked,
      router: appRouter,
      createContext: () => context,
      maxBatchSize: BATCH_MAX,
      onError: ({ error }) => logUnexpectedError(context, error),
    });
  const slow = asked.paths.some(isSlow);
  if (slow) context.call.liftIdleTimeout?.();
  const answer = await (slow ? handle() : withDeadline(handle));
  const headers = responseHeaders(fixed, context.call);
  headers.set("Content-Type", answer.headers.get("content-type") ?? "application/json");
  if (answer.status === 405) headers.set("Allow", request.method === "POST" ? "GET, HEAD" : "POST");
  return new Response(answer.body, { status: answer.status, headers });
}

/** A refusal from before the tree was reached, in the form in which tRPC's client reads failures. */
export function trpcErrorResponse(
  fixed: Readonly<Record<string, string>>,
  context: Context,
  error: unknown,
): Response {
  const refusal = toLoggedRefusal(context, error);
  const { call } = context;
  const code = TRPC_ERROR_CODES_BY_KEY[ERROR_KINDS[refusal.kind].trpc];
  const data = { ...refusal.body(call.requestId), httpStatus: refusal.status };
  const shape = superjson.serialize({ code, message: refusal.sentence, data });
  return jsonResponse(fixed, call, refusal.status, { error: shape });
}

/** The same request with an input that was read within the limits, and no header that tRPC would heed. */
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
