export interface Written {
  /** What the sender wrote. */
  readonly text: string;
  /** The earlier emails below it; empty if there are none. */
  readonly quoted: string;
}

/** Tells what a person wrote from the history that mail programs put below it. Answers between quoted lines stay with them. */
export function withoutHistory(whole: string): Written {
  const lines = whole.split("\n");
  const quoted = quotedLines(lines);
  const at = lines.findIndex((_, index) => beginsHistory(lines, index, quoted));
  const text = at === -1 ? "" : lines.slice(0, at).join("\n").trim();
  if (text === "") return { text: whole.trim(), quoted: "" };
  return { text, quoted: lines.slice(at).join("\n").trim() };
}

const ORIGINAL = /^-{2,}\s?(original message|forwarded message|message d'origine|mensaje original)\s?-{2,}$/i;
const FROM = /^\*?(from|de|von|من)\s?:/i;
const SENT = /^\*?(sent|date|envoyé|enviado|fecha|gesendet|تاريخ الإرسال)\s?:/i;
const SHORT = 40; // characters; the rest of "On …, Amina <amina@example.com>" on a line of its own

function beginsHistory(lines: readonly string[], index: number, quoted: Quoted): boolean {
  const isQuoted = (from: number) => from >= quoted.first && from <= quoted.last;
  const [line = "", next = ""] = lines.slice(index, index + 2).map((each) => each.trim());
  if (ORIGINAL.test(line) || (FROM.test(line) && SENT.test(next))) return true;
  if (line.startsWith(">")) return isQuoted(index);
  if (isAttribution(line)) return isQuoted(index + 1);
  return line !== "" && next.length <= SHORT && isAttribution(`${line} ${next}`) && isQuoted(index + 2);
}

/** Such as "On Fri, Nov 27, 2026 at 4:10 PM Rihla <hello@rihla.example> wrote:", in any language. */
const isAttribution = (line: string): boolean => /[:：]$/.test(line) && /\d/.test(line);

/** The lines at the end that are quoted or blank, up to the last one that is not blank. */
interface Quoted {
  readonly first: number;
  readonly last: number;
}

/** Found once, as an email can have many lines that could begin its history. */
function quotedLines(lines: readonly string[]): Quoted {
  const isWritten = (line: string) => !/^\s*(?:>|$)/.test(line);
  return {
    first: lines.findLastIndex(isWritten) + 1,
    last: lines.findLastIndex((line) => line.trim() !== ""),
  };
}
