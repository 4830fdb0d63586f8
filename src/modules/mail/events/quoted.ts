export interface Written {
  /** What the sender wrote. */
  readonly text: string;
  /** The earlier emails below it; empty if there are none. */
  readonly quoted: string;
}

/** Tells what a person wrote from the history that mail programs put below it. Answers between quoted lines stay with them. */
export function withoutHistory(whole: string): Written {
  const lines = whole.split("\n");
  const at = lines.findIndex((_, index) => beginsHistory(lines, index));
  const text = at === -1 ? "" : lines.slice(0, at).join("\n").trim();
  if (text === "") return { text: whole.trim(), quoted: "" };
  return { text, quoted: lines.slice(at).join("\n").trim() };
}

const ORIGINAL = /^-{2,}\s?(original message|forwarded message|message d'origine|mensaje original)\s?-{2,}$/i;
const FROM = /^\*?(from|de|von|من)\s?:/i;
const SENT = /^\*?(sent|date|envoyé|enviado|fecha|gesendet|تاريخ الإرسال)\s?:/i;
const SHORT = 40; // characters; the rest of "On …, Amina <amina@example.com>" on a line of its own

function beginsHistory(lines: readonly string[], index: number): boolean {
  const [line = "", next = ""] = lines.slice(index).map((each) => each.trim());
  if (ORIGINAL.test(line) || (FROM.test(line) && SENT.test(next))) return true;
  if (line.startsWith(">")) return isQuoted(lines, index);
  if (isAttribution(line)) return isQuoted(lines, index + 1);
  return (
    line !== "" && next.length <= SHORT && isAttribution(`${line} ${next}`) && isQuoted(lines, index + 2)
  );
}

/** Such as "On Fri, Nov 27, 2026 at 4:10 PM Rihla <hello@rihla.example> wrote:", in any language. */
const isAttribution = (line: string): boolean => /[:：]$/.test(line) && /\d/.test(line);

/** Whether there are quoted lines from here on, and nothing else. */
function isQuoted(lines: readonly string[], from: number): boolean {
  const rest = lines.slice(from).filter((line) => line.trim() !== "");
  return rest.length > 0 && rest.every((line) => line.trimStart().startsWith(">"));
}
