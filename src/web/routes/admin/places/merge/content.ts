import type { MergeReport } from "../../../../../modules/places/merge/schema.ts";
import { type HalalStatus, TIER_NAMES } from "../../../../../shared/places/places.ts";
import { FIELD_LABELS } from "../content.ts";

export const MERGE = {
  title: "Merge places",
  text: "One place stays, and the other becomes another name of it. You can undo this for 30 days.",
  other: "Merge with another place",
  find: "Search name, address or id",
  noMatch: "No other place matches.",
  findFailed: "The places could not be searched",
  choose: (name: string, address: string) => `Choose ${name}, ${address}`,
  pick: "Choose",
  back: "Choose another place",
  stays: "Which one stays?",
  failed: "The places cannot be merged",
  what: "What happens",
  submit: "Merge",
  merging: "Merging...",
  done: "Places merged",
  undone: "Merge undone",
  undoFailed: "The merge was not undone",
} as const;

export const MERGES = {
  title: "Merges",
  failed: "The merges could not be loaded",
  into: "was merged into",
  by: (name: string | null, when: string) => `${name ?? "An operator"}, ${when}`,
  until: (day: string) => `Can be undone until ${day}`,
  undone: (name: string | null, when: string) => `Undone by ${name ?? "an operator"}, ${when}`,
  undo: "Undo merge",
} as const;

const COUNTED = {
  claims: ["claim", "claims"],
  requests: ["request", "requests"],
  proposals: ["proposed change", "proposed changes"],
  transfers: ["transfer", "transfers"],
  reports: ["report", "reports"],
  renewals: ["renewal", "renewals"],
  facts: ["fact", "facts"],
  evidence: ["record of evidence", "records of evidence"],
} as const satisfies Record<keyof MergeReport["moved"], readonly [string, string]>;

/** What a merge does, in sentences. */
export function effectsOf(report: MergeReport): readonly string[] {
  const { keptName, duplicateName, moved, filled, ownerMoves, ownerName, ended } = report;
  const counts = Object.entries(COUNTED).flatMap(([name, [one, several]]) => {
    const count = moved[name as keyof typeof COUNTED]; // a key of the object above
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  return [
    `${keptName} is found by both names, and the page of ${duplicateName} leads to it.`,
    ...(filled.length > 0 ? [`It gets what it lacks: ${filled.map(labelOf).join(", ")}.`] : []),
    ...(counts.length > 0 ? [`It gets ${counts.join(", ")}.`] : []),
    ...(ownerMoves ? [`${ownerName ?? "The owner"} owns it from now on.`] : []),
    ...(ended > 0
      ? [`${ended} waiting for both places ${ended === 1 ? "ends" : "end"} for ${duplicateName}.`]
      : []),
    ...tierLine(report.tierBefore, report.tierAfter),
  ];
}

const labelOf = (name: string): string =>
  name in FIELD_LABELS ? FIELD_LABELS[name as keyof typeof FIELD_LABELS].toLowerCase() : name;

function tierLine(
  before: HalalStatus | null | undefined,
  after: HalalStatus | null | undefined,
): readonly string[] {
  if (!before || !after) return [];
  return [
    before === after
      ? `Its halal tier stays ${TIER_NAMES[after]}.`
      : `Its halal tier changes from ${TIER_NAMES[before]} to ${TIER_NAMES[after]}.`,
  ];
}
