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
