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

const PARAMETERS = {
  utmSource: "utm_source",
  utmMedium: "utm_medium",
  utmCampaign: "utm_campaign",
  ref: "ref",
} as const;
const MAX_LENGTH = 200; // what the server accepts

/** How a visit began: campaign parameters, the referral code of the link, and the host of another site. */
export function visitSource(search: string, referrer: string, origin: string) {
  const sent = new URLSearchParams(search);
  const named = Object.entries(PARAMETERS).map(([key, name]) => [key, cut(sent.get(name) ?? "")] as const);
  const from = URL.canParse(referrer) ? new URL(referrer) : null;
  const host = from === null || from.origin === origin ? "" : cut(from.host);
  return Object.fromEntries([...named, ["referrer", host]].filter(([, text]) => text !== ""));
}

/** Without control characters, which the server refuses. */
const cut = (text: string): string => [...text.replace(/\p{Cc}/gu, "")].slice(0, MAX_LENGTH).join("");
