const number = new Intl.NumberFormat("en-US");

interface Decision {
  readonly choice: "link" | "insert" | "leave";
  readonly mainName: string | null;
  readonly decidedBy: string;
}

export const DECIDE = {
  away: (meters: number) => `${number.format(meters)} m away`,
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
} as const;
