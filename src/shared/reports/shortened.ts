/** Replaces what staff removed from a text before publishing it. */
export const REMOVED = "[removed by staff]";

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * Whether a published text is the original, or the original with passages replaced by `REMOVED`: staff take words out of
 * other people's texts and put none in. Differences in white space do not count.
 */
export function isShortened(published: string, original: string): boolean {
  const whole = plain(original);
  const parts = plain(published)
    .split(REMOVED)
    .map((part) => part.trim());
  if (parts.length === 1) return parts[0] === whole;
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const ends = whole.startsWith(first) && whole.endsWith(last);
  return ends && holdsInOrder(whole, parts);
}

/** Whether the text holds the parts one after the other, the last one at its end. */
function holdsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts.slice(0, -1)) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return text.length - (parts.at(-1) ?? "").length >= from;
}
