const number = new Intl.NumberFormat("en-US");

export const BULK = {
  head: "Select",
  row: (name: string) => `Select ${name}`,
  page: "Select page",
  selected: (count: number) => `${number.format(count)} selected`,
  all: (count: number) => `Select all that match: ${number.format(count)}`,
  clear: "Clear",
  bar: "Selected records",
  count: (count: number, one: string, many: string) => `${number.format(count)} ${count === 1 ? one : many}`,
  of: (done: number, total: number) => `${number.format(done)} of ${number.format(total)}`,
  progress: "Progress",
  stop: "Stop",
  close: "Close",
  cancel: "Cancel",
  failed: (count: number) => `${number.format(count)} could not be done:`,
  restored: (count: number) => `${number.format(count)} restored`,
  notRestored: (count: number) => `${number.format(count)} could not be restored and are in the trash.`,
  undone: (count: number) => `${number.format(count)} changed back`,
  notUndone: (count: number) => `${number.format(count)} could not be changed back`,
  names: (names: readonly string[], more: number) =>
    more > 0 ? `${names.join(", ")} and ${number.format(more)} more` : names.join(", "),
  restoreFailed: "Failed to restore",
} as const;
