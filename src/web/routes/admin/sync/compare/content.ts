export const COMPARE = {
  field: "Field",
  ours: "Ours",
  theirs: "Main database",
  empty: "empty",
} as const;
