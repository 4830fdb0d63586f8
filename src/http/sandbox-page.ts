import type { z } from "zod";
import type { sandboxOutput } from "../modules/payments/gateways/sandbox-schema.ts";
import { cents, moneyText } from "../shared/money.ts";

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
