import type { Context } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import type { decideOutput, sandboxOutput } from "../modules/payments/gateways/sandbox-schema.ts";
import { DomainError } from "../shared/errors.ts";
import { isForm, readJson, readText } from "./body.ts";
import { jsonResponse, responseHeaders, toLoggedRefusal, withDeadline } from "./responses.ts";
import { methodNotAllowed } from "./rest.ts";
import { paymentPage, refusalPage, SANDBOX_STYLE, STYLE_PATH } from "./sandbox-page.ts";

const PREFIX = "/sandbox/";
const PAGE = /^\/sandbox\/pay\/([^/]+)(?:\/(confirm|decline|refund))?$/;
const DECIDE = "public.sandbox.decide";
const SHOW = "public.sandbox.show";

type HeaderList = Readonly<Record<string, string>>;

/** The addresses of the sandbox gateway's own page. */
export const isSandboxPath = (path: string): boolean => path.startsWith(PREFIX);

/**
 * The sandbox gateway's page, its stylesheet and its plain form, which works without JavaScript. A program sends
 * `{}` to the form's address and is answered in JSON.
 */
export async function handleSandbox(
  request: Request,
  path: string,
  context: Context,
  operations: readonly Operation[],
  fixed: HeaderList,
): Promise<Response> {
  const reads = request.method === "GET" || request.method === "HEAD";
  if (path === STYLE_PATH && reads) return textResponse(context, fixed, 200, "text/css", SANDBOX_STYLE);
  const [, id, decision] = PAGE.exec(path) ?? [];
  if (id === undefined) throw new DomainError("notFound", "There is nothing at this address");
  if (decision === undefined) {
    if (!reads) throw methodNotAllowed(["GET"]);
    return showPage(context, operations, id, fixed);
  }
  if (request.method !== "POST") throw methodNotAllowed(["POST"]);
  const plain = isForm(request.headers.get("content-type"));
  await (plain ? readText(request) : readJson(request)); // nothing in it counts
  return decide(context, operations, { id, decision }, plain, fixed);
}

async function showPage(
  context: Context,
  operations: readonly Operation[],
  id: string,
  fixed: HeaderList,
): Promise<Response> {
  try {
    const charge = await run<typeof sandboxOutput>(context, operations, SHOW, { id });
    return textResponse(context, fixed, 200, "text/html", paymentPage(id, charge));
  } catch (error) {
    return refusalResponse(context, error, fixed);
  }
}

async function decide(
  context: Context,
  operations: readonly Operation[],
  input: { readonly id: string; readonly decision: string },
  plain: boolean,
  fixed: HeaderList,
): Promise<Response> {
  const decided = run<typeof decideOutput>(context, operations, DECIDE, input);
  if (!plain) return jsonResponse(fixed, context.call, 200, await decided);
  try {
    const { paymentId } = await decided;
    const headers = responseHeaders(fixed, context.call);
    headers.set("Location", `/support/success/${paymentId}`);
    headers.set("Cache-Control", "no-store");
    return new Response(null, { status: 303, headers });
  } catch (error) {
    return refusalResponse(context, error, fixed);
  }
}

/** Runs an operation whose output its own schema has checked. */
async function run<Output extends { readonly _output: unknown }>(
  context: Context,
  operations: readonly Operation[],
  path: string,
  input: unknown,
): Promise<Output["_output"]> {
  const operation = operations.find((each) => each.path === path);
  if (!operation) throw new Error(`${path} is gone`);
  return withDeadline(() => operation.call(context, input, context.call.signal));
}

function refusalResponse(context: Context, error: unknown, fixed: HeaderList): Response {
  const refusal = toLoggedRefusal(context, error);
  return textResponse(context, fixed, refusal.status, "text/html", refusalPage(refusal.sentence));
}

function textResponse(
  { call }: Context,
  fixed: HeaderList,
  status: number,
  type: "text/html" | "text/css",
  text: string,
): Response {
  const headers = responseHeaders(fixed, call);
  headers.set("Content-Type", `${type}; charset=utf-8`);
  headers.set("Cache-Control", "no-store");
  headers.set("Referrer-Policy", "no-referrer");
  return new Response(text, { status, headers });
}
