import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import superjson from "superjson";
import type { Call, Context } from "../core/context.ts";
import { refusalOf } from "../core/failure.ts";
import { applyHeaders } from "../core/trpc.ts";
import { appRouter } from "../router.ts";
import { DomainError, ERROR_KINDS } from "../shared/errors.ts";
import { HANDLER_DEADLINE, headersOf, jsonAnswer, within } from "./answer.ts";
import { isJson, parseJson, readText, unreadable } from "./body.ts";
import { methodNotAllowed } from "./rest.ts";

export const TRPC_PATH = "/trpc";
const BATCH_MAX = 10; // security RAT-02; the browser's link knows the same number

/** How many calls a request to `/trpc` holds: each counts as one. */
export const callsIn = (path: string, url: string): number =>
  /[?&]batch=1(&|$)/.test(url) ? path.split(",").length : 1;

/** tRPC for the browser: JSON alone, small batches, answers with the same headers as every other call. */
export async function answerTrpc(
  request: Request,
  path: string,
  context: Context,
  fixed: Readonly<Record<string, string>>,
  isSlow: (operation: string) => boolean,
): Promise<Response> {
  if (callsIn(path, request.url) > BATCH_MAX) throw new DomainError("invalid", "Too many calls at once");
  const checked = await checkedRequest(request);
  const handle = () =>
    fetchRequestHandler({
      endpoint: TRPC_PATH,
      req: checked,
      router: appRouter,
      createContext: () => context,
      maxBatchSize: BATCH_MAX,
    });
  const slow = path
    .slice(TRPC_PATH.length + 1)
    .split(",")
    .some(isSlow);
  if (slow) context.call.untimed?.();
  const answer = await (slow ? handle() : within(HANDLER_DEADLINE, handle));
  const headers = headersOf(fixed, context.call);
  headers.set("Content-Type", answer.headers.get("content-type") ?? "application/json");
  return new Response(answer.body, { status: answer.status, headers });
}

/** A refusal from before the tree was reached, in the form in which tRPC's client reads failures. */
export function trpcFailure(fixed: Readonly<Record<string, string>>, call: Call, error: unknown): Response {
  const refusal = refusalOf(error);
  applyHeaders(call.answer, refusal);
  const code = TRPC_ERROR_CODES_BY_KEY[ERROR_KINDS[refusal.kind].trpc];
  const data = { ...refusal.body(call.requestId), httpStatus: refusal.status };
  const shape = superjson.serialize({ code, message: refusal.sentence, data });
  return jsonAnswer(fixed, call, refusal.status, { error: shape });
}

/** The same request with a body that was read within the limits. */
async function checkedRequest(request: Request): Promise<Request> {
  if (request.method === "GET" || request.method === "HEAD") return request;
  if (request.method !== "POST") throw methodNotAllowed(["GET", "POST"]);
  if (!isJson(request.headers.get("content-type"))) {
    throw new DomainError("unsupportedMediaType", "Please send application/json");
  }
  const body = await readText(request);
  if (body === "") throw unreadable();
  parseJson(body);
  return new Request(request.url, { method: "POST", headers: request.headers, body, signal: request.signal });
}
