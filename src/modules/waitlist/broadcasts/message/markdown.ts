import { DomainError } from "../../../../shared/errors.ts";
import { PLACEHOLDERS, type Placeholder } from "../schema.ts";

/** A message in both forms, with its placeholders, which `fill` replaces for each person. */
export interface Template {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly invites: boolean;
}

export type Values = Readonly<Record<Placeholder, string>>;

const IN_BRACES = /\{([A-Za-z]\w*)\}/g;
const URL_PLACEHOLDER = /^\{(link|invite)\}$/;
const WITH_URL = /\{(?:link|invite)\}/;
const SAFE_LINK = /^(https:\/\/|mailto:)/i;

/** Levels of lists and quotes inside each other: each one makes every line in it longer. */
const NESTING_MAX = 20;
const NESTED = /<(\/?)(?:blockquote|[uo]l)\b[^>]*>\n?/g;

/** Raw HTML is shown as it was typed. The runtime's parser takes linear time, unlike most in JavaScript. */
const OPTIONS = { autolinks: true, noHtmlBlocks: true, noHtmlSpans: true } as const;

const LINK = "color:#0d6b55";
const BUTTON =
  "display:inline-block;padding:12px 20px;border-radius:10px;background:#0d6b55;color:#ffffff;font-weight:600;text-decoration:none";
const BLOCK = "margin:0 0 16px";
const QUOTE = `${BLOCK};padding:0 0 0 16px;border-left:3px solid #0d6b55`;
const CELL = "padding:6px 12px 6px 0;text-align:left;vertical-align:top";
const heading = (size: number) => `margin:24px 0 12px;font:600 ${size}px Georgia,serif`;
/** Inline, because many mail programs drop style sheets. */
const STYLES: Readonly<Record<string, string>> = {
  p: BLOCK,
  h1: heading(24),
  h2: heading(20),
  h3: heading(18),
  h4: heading(16),
  h5: heading(16),
  h6: heading(16),
  blockquote: QUOTE,
  pre: `${BLOCK};white-space:pre-wrap`,
  ul: `${BLOCK};padding-left:24px`,
  ol: `${BLOCK};padding-left:24px`,
  li: "margin:0 0 6px",
  table: `${BLOCK};border-collapse:collapse`,
  th: CELL,
  td: CELL,
  hr: "margin:24px 0;border:0;border-top:1px solid #d8d2c4",
};

/**
 * The forms of a message. What is more than 20 levels deep in lists and quotes is shown as if it were 20 levels deep, and
 * then the text has no levels. Throws 400 on an unknown placeholder, a link that is neither https nor mailto, and an image:
 * mail programs load images from elsewhere, which tells the sender who opens a mail.
 */
export function templateOf(subject: string, markdown: string): Template {
  const placeholders = [...namesIn(markdown), ...namesIn(subject)];
  const unknown = placeholders.find((name) => !(PLACEHOLDERS as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw refused("markdown", `There is no placeholder {${unknown}}: use ${listed(PLACEHOLDERS)}`);
  if (WITH_URL.test(subject)) throw refused("subject", "A subject cannot hold a link");
  const html = Bun.markdown.html(markdown, OPTIONS);
  if (html.includes("<img ")) noImage(); // the parser escapes what was typed as HTML
  const shallow = withoutDeepLevels(html);
  return {
    subject,
    html: htmlOf(shallow),
    text: Bun.markdown
      .render(markdown, shallow === html ? TEXT : TEXT_WITHOUT_LEVELS, OPTIONS)
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
    invites: placeholders.includes("invite"),
  };
}

/** The same of a message that is to be saved. Also throws 400 on lists and quotes too deep inside each other. */
export function newTemplateOf(subject: string, markdown: string): Template {
  const template = templateOf(subject, markdown);
  const html = Bun.markdown.html(markdown, OPTIONS);
  if (withoutDeepLevels(html) !== html)
    throw refused("markdown", `Lists and quotes can be ${NESTING_MAX} levels deep at most`);
  return template;
}

/** One form for one person. `encode` is given for HTML. */
export const fill = (form: string, values: Partial<Values>, encode = (text: string) => text): string =>
  form.replace(IN_BRACES, (mark, name: string) => {
    const value = values[name as Placeholder];
    return value === undefined ? mark : encode(value);
  });

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(IN_BRACES)].map(([, name = ""]) => name);
const listed = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(", ");
const refused = (field: string, sentence: string) =>
  new DomainError("invalid", sentence, { fields: { [field]: sentence } });

function safeHref(href: string): string {
  if (URL_PLACEHOLDER.test(href) || SAFE_LINK.test(href)) return href;
  throw refused("markdown", `A link must begin with https:// or mailto:, unlike ${href.slice(0, 100)}`);
}

const noImage = (): never => {
  throw refused("markdown", "A message cannot hold images");
};

/** A link, with the paragraph around it if it is alone there; code; or a placeholder that becomes a link. */
const LINKS =
  /(<p>)?<a href="([^"]*)"[^>]*>((?:(?!<\/a>)[\s\S])*)<\/a>(<\/p>)?|<code[^>]*>[^<]*<\/code>|\{(?:link|invite)\}/g;
const ELEMENTS =
  /<(p|h[1-6]|blockquote|pre|ul|ol|li|table|th|td|hr)( (?:start|align)="\w+")?(?: class="[^"]*")?( \/)?>/g;

const htmlOf = (html: string): string =>
  html
    .replace(LINKS, (piece, before = "", href: string | undefined, label: string, after = "") => {
      if (href === undefined) return piece.startsWith("{") ? anchor(piece, piece, LINK) : piece;
      const isAlone = before !== "" && after !== "";
      return `${before}${anchor(href.replace(/%7B(link|invite)%7D/, "{$1}"), label, isAlone ? BUTTON : LINK)}${after}`;
    })
    .replace(/<pre><code[^>]*>([^<]*)<\/code>/g, "<pre>$1")
    .replace(/<input [^>]*checked>/g, "☑ ")
    .replace(/<input [^>]*>/g, "☐ ")
    .replace(
      ELEMENTS,
      (_, name: string, attribute = "", end = "") => `<${name}${attribute} style="${STYLES[name]}"${end}>`,
    );

function withoutDeepLevels(html: string): string {
  let depth = 0;
  return html.replace(NESTED, (tag, end: string) => {
    if (end === "") depth += 1;
    const isDeep = depth > NESTING_MAX;
    if (end !== "") depth -= 1;
    return isDeep ? "" : tag;
  });
}

/** `label` is plain text, so that no link is inside another; it and `href` are escaped as the parser returns them. */
const anchor = (href: string, label: string, style: string): string =>
  `<a href="${safeHref(href)}" style="${style}">${label.replace(/<[^>]*>/g, "")}</a>`;

const TEXT: Bun.markdown.RenderCallbacks = {
  heading: (text) => `${text}\n\n`,
  paragraph: (text) => `${text}\n\n`,
  code: (text) => `${text}\n`,
  blockquote: (text) => `${text.trim().replace(/^/gm, "> ")}\n\n`,
  hr: () => "---\n\n",
  list: (items, { depth }) => (depth === 0 ? `${items}\n` : `\n${items}`),
  listItem(text, { ordered, start = 1, index, checked }) {
    const mark = ordered ? `${start + index}.` : "-";
    const box = checked === undefined ? "" : checked ? "[x] " : "[ ] ";
    return `${mark} ${box}${text.trim().replace(/\n+/g, "\n  ")}\n`;
  },
  table: (rows) => `${rows}\n`,
  tr: (cells) => `${cells.slice(0, -CELL_END.length)}\n`,
  th: (text) => `${text}${CELL_END}`,
  td: (text) => `${text}${CELL_END}`,
  link: (label, { href }) =>
    label === href || `mailto:${label}` === href ? label : `${label}: ${safeHref(href)}`,
  image: noImage,
};
const CELL_END = " | ";

/** Of a message that is too deep: indenting each line of each level would take minutes. */
const TEXT_WITHOUT_LEVELS: Bun.markdown.RenderCallbacks = {
  ...TEXT,
  blockquote: (text) => text,
  list: (items) => items,
  listItem: (text) => `${text.trim()}\n`,
};
