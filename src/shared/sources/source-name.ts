/** How a visit began: what the browser sends when a person joins. */
interface Source {
  readonly utmSource?: string | undefined;
  readonly referrer?: string | undefined;
  readonly ref?: string | undefined;
}

/** A visit without a source, by a person's own link, and all sources beyond the limit. */
export const DIRECT = "direct";
export const FRIEND = "friend";
export const OTHER = "other";

const MAX = 40; // characters

/** The source under which a visit is counted: a campaign's name or a site's host, never who passed a link on. */
export function sourceName(source: Source | null): string {
  const { utmSource = "", referrer = "", ref = "" } = source ?? {};
  if (ref !== "") return FRIEND;
  const named = utmSource !== "" ? utmSource : referrer.replace(/^www\./, "");
  return named === "" ? DIRECT : plain(named) || OTHER;
}

/** So that no text of a stranger becomes a name that reads like one of ours: lower case, letters, digits and dots. */
const plain = (text: string): string => {
  const name = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return [...name].slice(0, MAX).join(""); // not half a surrogate pair, which the database refuses
};
