import { Marked, type Renderer, type Tokens } from "marked";
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
const URL_PLACEHOLDERS = new RegExp(WITH_URL, "g");
const SAFE_LINK = /^(https:\/\/|mailto:)/i;

const LINK = "color:#0d6b55";
const BUTTON =
  "display:inline-block;padding:12px 20px;border-radius:10px;background:#0d6b55;color:#ffffff;font-weight:600;text-decoration:none";
const BLOCK = "margin:0 0 16px";
const QUOTE = `${BLOCK};padding:0 0 0 16px;border-left:3px solid #0d6b55`;
const CELL = "padding:6px 12px 6px 0;text-align:left;vertical-align:top";
const HEADING_SIZES = [24, 20, 18] as const;

/**
 * The forms of a message. Throws 400 on an unknown placeholder, a link that is neither https nor mailto, and an image:
 * mail programs load images from elsewhere, which tells the sender who opens a mail.
 */
export function templateOf(subject: string, markdown: string): Template {
  const placeholders = [...namesIn(markdown), ...namesIn(subject)];
  const unknown = placeholders.find((name) => !(PLACEHOLDERS as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw refused("markdown", `There is no placeholder {${unknown}}: use ${listed(PLACEHOLDERS)}`);
  if (WITH_URL.test(subject)) throw refused("subject", "A subject cannot hold a link");
  return {
    subject,
    html: render(markdown, HTML),
    text: render(markdown, TEXT)
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
    invites: placeholders.includes("invite"),
  };
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

type Form = Partial<Omit<Renderer, "constructor" | "options" | "parser">> & ThisType<Renderer>;

function render(markdown: string, form: Form): string {
  const marked = new Marked({ gfm: true, renderer: form as Renderer });
  return marked.parse(markdown, { async: false });
}

const escaped = (text: string): string => Bun.escapeHTML(text);

function safeHref(href: string): string {
  if (URL_PLACEHOLDER.test(href) || SAFE_LINK.test(href)) return href;
  throw refused("markdown", `A link must begin with https:// or mailto:, unlike ${href.slice(0, 100)}`);
}

const noImage = (): never => {
  throw refused("markdown", "A message cannot hold images");
};

/** Raw HTML is shown as it was typed. Styles are inline, because many mail programs drop style sheets. */
const HTML: Form = {
  space: () => "",
  code: ({ text }) => `<pre style="${BLOCK};white-space:pre-wrap">${escaped(text)}</pre>\n`,
  blockquote({ tokens }) {
    return `<blockquote style="${QUOTE}">${this.parser.parse(tokens)}</blockquote>\n`;
  },
  html: ({ text, block }) => (block ? `<p style="${BLOCK}">${escaped(text.trim())}</p>\n` : escaped(text)),
  def: () => "",
  heading({ tokens, depth }) {
    const size = HEADING_SIZES[depth - 1] ?? 16;
    const inner = this.parser.parseInline(tokens);
    return `<h${depth} style="margin:24px 0 12px;font:600 ${size}px Georgia,serif">${inner}</h${depth}>\n`;
  },
  hr: () => `<hr style="margin:24px 0;border:0;border-top:1px solid #d8d2c4">\n`,
  list({ ordered, start, items }) {
    const tag = ordered ? "ol" : "ul";
    const first = ordered && start !== 1 ? ` start="${Number(start)}"` : "";
    return `<${tag}${first} style="${BLOCK};padding-left:24px">${items.map((item) => this.listitem(item)).join("")}</${tag}>\n`;
  },
  listitem({ tokens }) {
    return `<li style="margin:0 0 6px">${this.parser.parse(tokens)}</li>\n`;
  },
  checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  paragraph({ tokens }) {
    const [only] = tokens;
    const inner =
      tokens.length === 1 && only?.type === "link"
        ? anchor(this, only as Tokens.Link, BUTTON)
        : this.parser.parseInline(tokens);
    return `<p style="${BLOCK}">${inner}</p>\n`;
  },
  table({ header, rows }) {
    const cells = (row: readonly Tokens.TableCell[], tag: string) =>
      row.map(({ tokens }) => `<${tag} style="${CELL}">${this.parser.parseInline(tokens)}</${tag}>`).join("");
    const lines = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
    return `<table style="${BLOCK};border-collapse:collapse"><tr>${cells(header, "th")}</tr>${lines}</table>\n`;
  },
  strong({ tokens }) {
    return `<strong>${this.parser.parseInline(tokens)}</strong>`;
  },
  em({ tokens }) {
    return `<em>${this.parser.parseInline(tokens)}</em>`;
  },
  codespan: ({ text }) => `<code>${escaped(text)}</code>`,
  br: () => "<br>",
  del({ tokens }) {
    return `<del>${this.parser.parseInline(tokens)}</del>`;
  },
  link(token) {
    return anchor(this, token, LINK);
  },
  image: noImage,
  text(token) {
    if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens);
    return escaped(token.text).replace(
      URL_PLACEHOLDERS,
      (mark) => `<a href="${mark}" style="${LINK}">${mark}</a>`,
    );
  },
};

const anchor = (renderer: Renderer, token: Tokens.Link, style: string): string =>
  `<a href="${escaped(safeHref(token.href))}" style="${style}">${escaped(labelOf(renderer, token))}</a>`;

/** Plain text, so that no link is inside another. */
const labelOf = ({ parser }: Renderer, { tokens }: Tokens.Link): string =>
  parser.parseInline(tokens, parser.textRenderer);

const TEXT: Form = {
  space: () => "",
  code: ({ text }) => `${text}\n\n`,
  blockquote({ tokens }) {
    return `${this.parser.parse(tokens).trim().replace(/^/gm, "> ")}\n\n`;
  },
  html: ({ text, block }) => (block ? `${text.trim()}\n\n` : text),
  def: () => "",
  heading({ tokens }) {
    return `${this.parser.parseInline(tokens)}\n\n`;
  },
  hr: () => "---\n\n",
  list({ ordered, start, items }) {
    const mark = (index: number) => (ordered ? `${Number(start) + index}.` : "-");
    return `${items.map((item, index) => `${mark(index)} ${this.listitem(item)}`).join("\n")}\n\n`;
  },
  listitem({ tokens }) {
    return this.parser.parse(tokens).trim().replace(/\n+/g, "\n  ");
  },
  checkbox: ({ checked }) => (checked ? "[x] " : "[ ] "),
  paragraph({ tokens }) {
    return `${this.parser.parseInline(tokens)}\n\n`;
  },
  table({ header, rows }) {
    const line = (row: readonly Tokens.TableCell[]) =>
      row.map(({ tokens }) => this.parser.parseInline(tokens)).join(" | ");
    return `${[header, ...rows].map(line).join("\n")}\n\n`;
  },
  strong({ tokens }) {
    return this.parser.parseInline(tokens);
  },
  em({ tokens }) {
    return this.parser.parseInline(tokens);
  },
  codespan: ({ text }) => text,
  br: () => "\n",
  del({ tokens }) {
    return this.parser.parseInline(tokens);
  },
  link(token) {
    const { href } = token;
    const label = labelOf(this, token);
    return label === href || `mailto:${label}` === href ? label : `${label}: ${safeHref(href)}`;
  },
  image: noImage,
  text(token) {
    return "tokens" in token && token.tokens ? `${this.parser.parseInline(token.tokens)}\n` : token.text;
  },
};
