export const MERGES = {
  by: (name: string | null, when: string) => `${name ?? "An operator"}, ${when}`,
  until: (day: string) => `Can be undone until ${day}`,
} as const;
