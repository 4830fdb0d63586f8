const number = new Intl.NumberFormat("en-US");

export const CHANGES = {
  title: "What the next run would change",
  titleAll: "What comparing all places would change",
  comparing: "Comparing the places with the main database...",
  failed: "The changes could not be determined",
  waiting: (count: number) =>
    `${number.format(count)} more ${count === 1 ? "place waits" : "places wait"} for a decision or a retry.`,
  kinds: "Kinds of changes",
  kindOf: {
    fail: "Would fail",
    update: "Changed",
    insert: "Added",
    unlink: "Unlinked",
    keep: "Left as they are",
  },
  row: "Main database:",
  fieldsOf: (name: string) => `Fields of ${name} that would change`,
  linkOnly: "Only its link to our place is written.",
  decided: "Decided by staff",
  shown: (shown: number, all: number) => `First ${number.format(shown)} of ${number.format(all)} shown`,
  again: "Compare again",
  run: "Sync Now",
  runAll: "Compare all places",
} as const;
