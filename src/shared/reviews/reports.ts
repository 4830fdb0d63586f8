import { z } from "zod";
import { FILE_SOURCES } from "../places/sources.ts";

/** What a visitor's report about a place can be about. */
export const REPORT_KINDS = ["not_halal", "alcohol", "pork", "closed", "wrong_details", "other"] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** In the words of the form and of the place's page. */
export const REPORT_LABELS: Readonly<Record<ReportKind, string>> = {
  not_halal: "It is not halal",
  alcohol: "It serves alcohol",
  pork: "It serves pork",
  closed: "It has closed or moved",
  wrong_details: "Details are wrong",
  other: "Something else",
};

/** The kinds that the form offers: a masjid serves no food. */
export const reportKindsFor = (category: string): readonly ReportKind[] =>
  category === "mosque" ? ["closed", "wrong_details", "other"] : REPORT_KINDS;

/** Words in which programs name a kind. */
const WORDS: Readonly<Record<ReportKind, readonly string[]>> = {
  alcohol: ["alcohol", "beer", "liquor", "wine"],
  pork: ["pork", "bacon", "ham", "swine"],
  closed: ["closed", "closure", "moved", "gone"],
  not_halal: ["halal", "haram", "tier", "badge", "certificate", "certification", "slaughter", "zabiha"],
  wrong_details: [
    "details",
    "detail",
    "address",
    "hours",
    "info",
    "information",
    "location",
    "phone",
    "website",
  ],
  other: ["other", "else", "complaint", "concern"],
};

/** `not_halal` comes last of those about food: "not halal: alcohol" is about alcohol. */
const SEARCHED: readonly ReportKind[] = ["alcohol", "pork", "closed", "not_halal", "wrong_details", "other"];

/** The kind that a word or phrase such as `wrong-hours` or `Serves alcohol` names; null if none. */
export function reportKindOf(text: string): ReportKind | null {
  const words = text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_.-]+/);
  return SEARCHED.find((kind) => WORDS[kind].some((word) => words.includes(word))) ?? null;
}

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

/** The release of a file because of which staff ask, in place of a visitor; null for a report. */
const release = z.object({ source: z.enum(FILE_SOURCES), release: z.string() });
export const askedBy = release.nullable();
export type AskedBy = z.output<typeof askedBy>;

/** What everyone sees of a report once staff have closed its case. */
export const closedReport = z.object({
  /** Only of a case that a file opened. */
  askedBy: release.optional(),
  kind: z.enum(REPORT_KINDS),
  /** Null if it is not published. */
  text: z.string().nullable(),
  /** The owner's; null without one. */
  reply: z.string().nullable(),
  conclusion: z.string(),
  /** Days in the place's time zone. */
  openedOn: z.string(),
  closedOn: z.string(),
});
export type ClosedReport = z.output<typeof closedReport>;
