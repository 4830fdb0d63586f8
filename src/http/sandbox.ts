import type { Context } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import type { decideOutput, sandboxOutput } from "../modules/payments/gateways/sandbox-schema.ts";
import { DomainError } from "../shared/errors.ts";
import { isForm, readJson, readText } from "./body.ts";
import { jsonResponse, responseHeaders, toLoggedRefusal, withDeadline, withRequestId } from "./responses.ts";
import { methodNotAllowed } from "./rest.ts";
import { paymentPage, refusalPage, STYLE_PATH, sandboxStyle } from "./sandbox-page.ts";

const PREFIX = "/sandbox/";
const PAGE = /^\/sandbox\/pay\/([^/]+)(?:\/(confirm|decline|refund))?$/;
const DECIDE = "public.sandbox.decide";
const SHOW = "public.sandbox.show";

type HeaderList = Readonly<Record<string, string>>;

/** Paths of the sandbox gateway's payment page. */
export const isSandboxPath = (path: string): boolean => path.startsWith(PREFIX);

/**
 * Handles the sandbox gateway's payment page, its stylesheet and its form, which works without JavaScript. API clients
 * post `{}` to the form's path and get JSON.
 */
export async function handleSandbox(
  request: Request,
  path: string,
  context: Context,
  operations: readonly Operation[],
  baseHeaders: HeaderList,
  siteStylesheets: readonly string[],
): Promise<Response> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (path === STYLE_PATH && isRead)
    return textResponse(context, baseHeaders, 200, "text/css", sandboxStyle(siteStylesheets));
  const [, id, decision] = PAGE.exec(path) ?? [];
  if (id === undefined) throw new DomainError("notFound", "There is nothing at this address");
  if (decision === undefined) {
    if (!isRead) throw methodNotAllowed(["GET"]);
    return showPage(context, operations, id, baseHeaders);
  }
  if (request.method !== "POST") throw methodNotAllowed(["POST"]);
  const isHtmlForm = isForm(request.headers.get("content-type"));
  await (isHtmlForm ? readText(request) : readJson(request)); // the content is ignored
  return decide(context, operations, { id, decision }, isHtmlForm, baseHeaders);
}

async function showPage(
  context: Context,
  operations: readonly Operation[],
  id: string,
  baseHeaders: HeaderList,
): Promise<Response> {
  try {
    const charge = await run<typeof sandboxOutput>(context, operations, SHOW, { id });
    return textResponse(context, baseHeaders, 200, "text/html", paymentPage(id, charge));
  } catch (error) {
    return refusalResponse(context, error, baseHeaders);
  }
}

async function decide(
  context: Context,
  operations: readonly Operation[],
  input: { readonly id: string; readonly decision: string },
  isHtmlForm: boolean,
  baseHeaders: HeaderList,
): Promise<Response> {
  const decided = run<typeof decideOutput>(context, operations, DECIDE, input);
  if (!isHtmlForm) return jsonResponse(baseHeaders, context.call, 200, await decided);
  try {
    const { paymentId } = await decided;
    const headers = responseHeaders(baseHeaders, context.call);
    headers.set(
      "Location",
      `/support/success/${paymentId}${input.decision === "decline" ? "?declined=true" : ""}`,
    );
    headers.set("Cache-Control", "no-store");
    return new Response(null, { status: 303, headers });
  } catch (error) {
    return refusalResponse(context, error, baseHeaders);
  }
}

/** Calls an operation, whose output schema guarantees the type. */
async function run<Output extends { readonly _output: unknown }>(
  context: Context,
  operations: readonly Operation[],
  path: string,
  input: unknown,
): Promise<Output["_output"]> {
  const operation = operations.find((each) => each.path === path);
  if (!operation) throw new Error(`${path} does not exist`);
  return withDeadline(() => operation.call(context, input, context.call.signal));
}

function refusalResponse(context: Context, error: unknown, baseHeaders: HeaderList): Response {
  const refusal = toLoggedRefusal(context, error);
  const html = withRequestId(refusalPage(refusal.sentence), context.call.requestId);
  return textResponse(context, baseHeaders, refusal.status, "text/html", html);
}

function textResponse(
  { call }: Context,
  baseHeaders: HeaderList,
  status: number,
  type: "text/html" | "text/css",
  text: string,
): Response {
  const headers = responseHeaders(baseHeaders, call);
  headers.set("Content-Type", `${type}; charset=utf-8`);
  headers.set("Cache-Control", "no-store");
  headers.set("Referrer-Policy", "same-origin"); // with "no-referrer" the form would have no origin
  return new Response(text, { status, headers });
}
