import { DomainError } from "../shared/errors.ts";
import { isForm, readJson, readText } from "./body.ts";
import { methodNotAllowed } from "./guards.ts";
import { jsonResponse, responseHeaders, toLoggedRefusal, withRequestId } from "./responses.ts";
import { paymentPage, refusalPage, STYLE_PATH, sandboxStyle } from "./sandbox-page.ts";
import type { Handler, HttpContext, Server } from "./server.ts";

const PAGE = /^\/sandbox\/pay\/([^/]+)(?:\/(confirm|decline|refund))?$/;

/**
 * Handles the sandbox gateway's payment page, its stylesheet and its form, which works without JavaScript. API clients
 * post `{}` to the form's path and get JSON.
 */
export const sandbox =
  (server: Server): Handler =>
  async (c) => {
    const { request } = c.env;
    const { path } = c.req;
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (path === STYLE_PATH && isRead)
      return textResponse(server, c, 200, "text/css", sandboxStyle(server.site.stylesheets));
    const [, id, decision] = PAGE.exec(path) ?? [];
    if (id === undefined) throw new DomainError("notFound", "There is nothing at this address");
    if (decision === undefined) {
      if (!isRead) throw methodNotAllowed(["GET"]);
      return showPage(server, c, id);
    }
    if (request.method !== "POST") throw methodNotAllowed(["POST"]);
    const isHtmlForm = isForm(request.headers.get("content-type"));
    await (isHtmlForm ? readText(request) : readJson(request)); // the content is ignored
    return decide(server, c, { id, decision }, isHtmlForm);
  };

async function showPage(server: Server, c: HttpContext, id: string): Promise<Response> {
  try {
    const charge = await server.callerOf(c.get("context"))("public.sandbox.show", { id });
    return textResponse(server, c, 200, "text/html", paymentPage(id, charge));
  } catch (error) {
    return refusalResponse(server, c, error);
  }
}

async function decide(
  server: Server,
  c: HttpContext,
  input: { readonly id: string; readonly decision: string },
  isHtmlForm: boolean,
): Promise<Response> {
  const context = c.get("context");
  const decided = server.callerOf(context)("public.sandbox.decide", input);
  if (!isHtmlForm) return jsonResponse(server.pageHeaders, context.call, 200, await decided);
  try {
    const { paymentId } = await decided;
    const headers = responseHeaders(server.pageHeaders, context.call);
    headers.set(
      "Location",
      `/support/success/${paymentId}${input.decision === "decline" ? "?declined=true" : ""}`,
    );
    headers.set("Cache-Control", "no-store");
    return new Response(null, { status: 303, headers });
  } catch (error) {
    return refusalResponse(server, c, error);
  }
}

function refusalResponse(server: Server, c: HttpContext, error: unknown): Response {
  const context = c.get("context");
  const refusal = toLoggedRefusal(context, error);
  const html = withRequestId(refusalPage(refusal.sentence), context.call.requestId);
  return textResponse(server, c, refusal.status, "text/html", html);
}

function textResponse(
  { pageHeaders }: Server,
  c: HttpContext,
  status: number,
  type: "text/html" | "text/css",
  text: string,
): Response {
  const headers = responseHeaders(pageHeaders, c.get("context").call);
  headers.set("Content-Type", `${type}; charset=utf-8`);
  headers.set("Cache-Control", "no-store");
  headers.set("Referrer-Policy", "same-origin"); // with "no-referrer" the form would have no origin
  return new Response(text, { status, headers });
}
