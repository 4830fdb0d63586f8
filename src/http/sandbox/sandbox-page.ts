import type { z } from "zod";
import type { sandboxOutput } from "../../modules/payments/gateways/sandbox-schema.ts";
import { moneyText } from "../../shared/gifts/money.ts";

export const STYLE_PATH = "/sandbox/page.css";

type Charge = z.output<typeof sandboxOutput>;

/** Not the site's styles, because this page imitates another company's. */
export const SANDBOX_STYLE = `
:root { color-scheme: light dark; --paper: #f3f1ec; --card: #fff; --ink: #1d2330; --soft: #525a6b; --line: #8a8f9c;
  --act: #33408f; --on-act: #fff; --mark: #fbe3a6; --on-mark: #3d2c00; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14161c; --card: #1e222c; --ink: #eceef4; --soft: #b2b8c6; --line: #7b8293; --act: #aab6ff;
    --on-act: #141a3d; --mark: #56430f; --on-mark: #ffeec2; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
.sandbox { padding: 0.75rem 1rem; background: var(--mark); color: var(--on-mark); text-align: center; }
.sandbox p { margin: 0; }
main { max-width: 26rem; margin: 2rem auto; padding: 0 1rem; }
section { padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 1rem; font-size: 1.4rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.5rem 1rem; margin: 0 0 1.5rem; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
form { margin: 0.75rem 0 0; }
button { width: 100%; min-height: 48px; padding: 0 1rem; border: 1px solid var(--act); border-radius: 10px;
  background: transparent; color: var(--act); font: inherit; font-weight: 600; cursor: pointer; }
button.act { background: var(--act); color: var(--on-act); }
a { color: var(--act); }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
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
<section>
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
    ["Amount", `${moneyText(charge.amountCents)} ${charge.currency}`],
    ["For", charge.tier === "" ? "A gift" : `A gift: ${charge.tier}`],
    ["Card", charge.card],
  ] as const;
  const rows = facts.map(([name, value]) => `<dt>${name}</dt><dd>${Bun.escapeHTML(value)}</dd>`).join("\n");
  const back = `<p><a href="/support/success/${encodeURIComponent(paymentId)}">Back to the site</a></p>`;
  return page(TITLES[status], `<dl>\n${rows}\n</dl>\n${formsOf(id, status)}${status === "open" ? "" : back}`);
}

function formsOf(id: string, status: Charge["status"]): string {
  const form = (decision: string, label: string, className = "") =>
    `<form method="post" action="/sandbox/pay/${encodeURIComponent(id)}/${decision}"><button type="submit"${className}>${label}</button></form>\n`;
  if (status === "open")
    return form("confirm", "Confirm payment", ' class="act"') + form("decline", "Decline payment");
  return status === "paid" ? form("refund", "Refund this sandbox payment") : "";
}

export const refusalPage = (sentence: string): string =>
  page(
    "Nothing to pay here",
    `<p>${Bun.escapeHTML(sentence)}</p>\n<p><a href="/support">Back to the site</a></p>`,
  );
