/** A `like` pattern for texts that hold `words` as typed: `%`, `_` and `\` are ordinary characters. */
export const containsPattern = (words: string): string => `%${words.replace(/[\\%_]/g, "\\$&")}%`;

/** The same for a `searchKey`, which the database keeps in lower case. */
export const keyContaining = (words: string): string => containsPattern(words.toLowerCase());
