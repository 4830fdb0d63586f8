export const VIEWERS = {
  /** Before the name at `index` of `count`. */
  separator: (index: number, count: number) => {
    if (index === 0) return "";
    return index === count - 1 ? " and " : ", ";
  },
  open: (count: number, thing: string) => `${count === 1 ? "has" : "have"} this ${thing} open too`,
} as const;
