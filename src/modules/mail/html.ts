import type { Settings } from "../../env.ts";

const COLORS = { page: "#faf6ee", card: "#ffffff", text: "#13251f", soft: "#4b5f57", button: "#0d6b55" };
const FONT = "font:16px/1.5 Figtree,-apple-system,'Segoe UI',Roboto,sans-serif";

const CODE_LINE = /^\d{6}$/;

export interface MailBody {
  readonly subject: string;
  readonly text: string;
  /** What the HTML form shows instead of the text; null to make it from the text. */
  readonly html: string | null;
  /** Null for mails that the recipient's account or own act causes. */
  readonly leaveUrl: string | null;
}

/** Both forms of a mail as it is sent. CASL and CAN-SPAM ask for the postal address; the HTML form always has it. */
export function formsOf({ subject, text, html, leaveUrl }: MailBody, settings: Settings) {
  return {
    text: leaveUrl === null ? text : `${text}\n\n${settings.brand.postalAddress}`,
    html: documentOf(subject, html ?? blocksOf(text, settings), settings),
  };
}

/**
 * The HTML form of a mail's text. A paragraph of a label and a URL of this site, on two lines, becomes a button, such a
 * URL on its own a link, and six digits on their own a large code. Other URLs stay text, since people's words are part of
 * some mails. Styles are inline, because many mail programs drop style sheets.
 */
function blocksOf(text: string, { publicUrl }: Settings): string {
  const isOwnUrl = (line: string): boolean => URL.canParse(line) && new URL(line).origin === publicUrl.origin;
  return text
    .split(/\n{2,}/)
    .map((paragraph) => blockOf(paragraph, isOwnUrl))
    .join("\n");
}

function documentOf(subject: string, blocks: string, { brand: { name, postalAddress } }: Settings): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${Bun.escapeHTML(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:${COLORS.page};color:${COLORS.text};${FONT}">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 16px;font:600 22px Georgia,serif;color:${COLORS.button}">${Bun.escapeHTML(name)}</p>
<div style="background:${COLORS.card};border-radius:14px;padding:24px">
${blocks}
</div>
<p style="margin:16px 0 0;font-size:13px;color:${COLORS.soft}">${Bun.escapeHTML(postalAddress)}</p>
</div>
</body>
</html>
`;
}

function blockOf(paragraph: string, isOwnUrl: (line: string) => boolean): string {
  const lines = paragraph.trim().split("\n");
  const [first = "", second = ""] = lines;
  if (lines.length === 1 && isOwnUrl(first)) return paragraphOf(linkTo(first));
  if (lines.length === 1 && CODE_LINE.test(first))
    return `<p style="margin:0 0 16px;font-size:30px;font-weight:700;letter-spacing:6px">${first}</p>`;
  if (lines.length === 2 && isOwnUrl(second)) return paragraphOf(buttonTo(second, first));
  return paragraphOf(lines.map((line) => Bun.escapeHTML(line)).join("<br>"));
}

const paragraphOf = (html: string): string => `<p style="margin:0 0 16px">${html}</p>`;

const linkTo = (url: string): string =>
  `<a href="${Bun.escapeHTML(url)}" style="color:${COLORS.button}">${Bun.escapeHTML(url)}</a>`;

const BUTTON = `display:inline-block;padding:12px 20px;border-radius:10px;background:${COLORS.button};color:#ffffff;font-weight:600;text-decoration:none`;

const buttonTo = (url: string, label: string): string =>
  `<a href="${Bun.escapeHTML(url)}" style="${BUTTON}">${Bun.escapeHTML(label.replace(/:$/, ""))}</a>`;
