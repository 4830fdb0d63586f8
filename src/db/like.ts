/** An `ilike` pattern for texts that hold `words` as typed: `%`, `_` and `\` are ordinary characters. */
export const containing = (words: string): string => `%${words.replace(/[\\%_]/g, "\\$&")}%`;
