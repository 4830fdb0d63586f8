import { number } from "../../../../../shared/format.ts";

const rows = (count: number): string => `${number.format(count)} ${count === 1 ? "row" : "rows"}`;

interface Decision {
  readonly choice: "link" | "insert" | "leave";
  readonly mainName: string | null;
  readonly decidedBy: string;
}

export const DECIDE = {
  title: "Place that failed",
  failed: "The place could not be compared",
  candidates: (count: number) =>
    count === 1
      ? "This row of the main database may be the place"
      : `${count} rows of the main database may be the place, the likeliest first`,
  none: "No row of the main database looks like this place",
  fieldsOf: (name: string) => `Our place and ${name} in the main database`,
  isLinked: "Linked now",
  hasPlaceId: "Same place id",
  away: (meters: number) => `${number.format(meters)} m away`,
  taken: (name: string | null) =>
    `This row is linked to ${name ?? "a place that is not here"} and cannot be taken.`,
  take: "Take this one",
  takeRow: (name: string) => `Take ${name}`,
  insert: "Make a new one",
  insertText: "The next run adds a row of its own for this place.",
  leave: "Leave it",
  leaveText: "No run sends this place until it changes.",
  takeBack: "Take back",
  takenBack: "The decision was taken back",
  notDone: "Nothing was decided",
  decideFailed: "The decision could not be saved.",
  takeBackFailed: "The decision could not be taken back.",
  notFailed: "This place is not among those that failed anymore.",
  doneOf: {
    link: (name: string) => `${name} will be linked`,
    insert: (name: string) => `${name} gets a new row`,
    leave: (name: string) => `${name} is left until it changes`,
  },
  effectOf: {
    link: "The next run writes it to that row.",
    insert: "The next run adds the row.",
    leave: "No run sends it.",
  },
  list: "Decisions",
  choiceOf: ({ choice, mainName }: Omit<Decision, "decidedBy">) => {
    if (choice === "link") return `Linked to ${mainName ?? "a row"}`;
    return choice === "insert" ? "A new row" : "Not sent until it changes";
  },
  decided: ({ choice, mainName, decidedBy }: Decision) => {
    if (choice === "link") return `${decidedBy} decided to link this place to ${mainName ?? "a row"}.`;
    return choice === "insert"
      ? `${decidedBy} decided on a new row for this place.`
      : `${decidedBy} decided to leave this place until it changes.`;
  },
  stateOf: {
    pending: "The next run follows that.",
    synced: "A run has followed that. To change it, undo that run first.",
    error: "It is not being sent.",
  },
  badgeOf: { pending: "Waits for the next run", synced: "Sent", error: "Not sent" },
  left: "Left",
} as const;

export const LINKS = {
  title: "Links that wait for Retry all",
  text: (count: number) =>
    `An undo has linked ${rows(count)} of the main database to ${count === 1 ? "a place that is" : "places that are"} deleted here. After Retry all the next run unlinks ${count === 1 ? "it" : "them"} again.`,
  shown: (shown: number, all: number) => `First ${number.format(shown)} of ${number.format(all)} shown`,
} as const;
