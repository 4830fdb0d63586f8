export const KEYS = {
  switch: "Keys",
  title: "Keyboard shortcuts",
  everywhere: [
    ["Ctrl K", "find a screen, a record or an action"],
    ["?", "show these keys"],
  ],
  none: "Single keys are off. Ctrl K still works.",
} as const;
