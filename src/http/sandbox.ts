import type { z } from "zod";
import type { sandboxOutput } from "../modules/payments/gateways/sandbox-schema.ts";
import { DomainError } from "../shared/errors.ts";
import { cents, moneyText } from "../shared/money/money.ts";
import { isForm, readJson, readText } from "./body.ts";
import { methodNotAllowed } from "./guards.ts";
import { jsonResponse, responseHeaders, toLoggedRefusal, withRequestId } from "./responses.ts";
import type { Handler, HttpContext, Server } from "./sockets/server.ts";

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

export const STYLE_PATH = "/sandbox/page.css";

type Charge = z.output<typeof sandboxOutput>;

/** The site's own type, colors and pieces, and where they go on this page. */
export const sandboxStyle = (
  siteStylesheets: readonly string[],
): string => `${siteStylesheets.map((path) => `@import "${path}";`).join("\n")}
.sandbox { padding: 12px 16px; background: var(--band); color: var(--on-band); text-align: center; }
.sandbox p { max-inline-size: none; }
main { max-inline-size: 480px; margin: 48px auto; padding-inline: 16px; }
.card { padding: 32px; box-shadow: var(--shadow); }
h1 { margin-block-end: 24px; color: var(--emerald-deep); font-size: var(--t3); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin: 0 0 24px; }
dt { color: var(--ink-soft); }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
form { margin-block-start: 12px; }
`;

/** Every page says that it is a sandbox. */
const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | Sandbox gateway</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<header class="sandbox"><p><strong>This is a sandbox.</strong> No card is charged and no money moves.</p></header>
<main>
<section class="card">
<h1>${title}</h1>
${body}
</section>
</main>
</body>
</html>
`;

const TITLES = {
  open: "Confirm your payment",
  paid: "This payment is paid",
  declined: "This payment was declined",
  refunded: "This payment was refunded",
} as const satisfies Record<Charge["status"], string>;

/** The page on which a visitor confirms a payment, and which shows its status afterwards. */
export function paymentPage(id: string, charge: Charge): string {
  const { status, paymentId } = charge;
  const facts = [
    ["Amount", `${moneyText(cents(charge.amountCents))} ${charge.currency}`],
    ["For", charge.tier === "" ? "A gift" : `A gift: ${charge.tier}`],
    ["Card", charge.card],
  ] as const;
  const rows = facts.map(([name, value]) => `<dt>${name}</dt><dd>${Bun.escapeHTML(value)}</dd>`).join("\n");
  const back = `<p><a href="/support/success/${encodeURIComponent(paymentId)}">Back to the site</a></p>`;
  return page(TITLES[status], `<dl>\n${rows}\n</dl>\n${formsOf(id, status)}${status === "open" ? "" : back}`);
}

function formsOf(id: string, status: Charge["status"]): string {
  const form = (decision: string, label: string, look: "primary" | "quiet") =>
    `<form method="post" action="/sandbox/pay/${encodeURIComponent(id)}/${decision}"><button type="submit" class="button button-wide" data-look="${look}">${label}</button></form>\n`;
  if (status === "open")
    return form("confirm", "Confirm payment", "primary") + form("decline", "Decline payment", "quiet");
  return status === "paid" ? form("refund", "Refund this sandbox payment", "quiet") : "";
}

export const refusalPage = (sentence: string): string =>
  page(
    "Nothing to pay here",
    `<p>${Bun.escapeHTML(sentence)}</p>\n<p><a href="/support">Back to the site</a></p>`,
  );
