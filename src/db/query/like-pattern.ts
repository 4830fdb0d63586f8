/** A `like` pattern for texts that contain `words` literally: escapes `%`, `_` and `\`. */
export const containsPattern = (words: string): string => `%${words.replace(/[\\%_]/g, "\\$&")}%`;

/** The same for a `searchKey`, which is in lower case. */
export const keyContaining = (words: string): string => containsPattern(words.toLowerCase());
