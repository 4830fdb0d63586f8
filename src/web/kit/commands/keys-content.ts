export const KEYS = {
  switch: "Keys",
  everywhere: [
    ["Ctrl K", "find a screen, a record or an action"],
    ["?", "show these keys"],
  ],
} as const;
