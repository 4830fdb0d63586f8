import { foldText } from "./folded-text.ts";

/** A text that matches itself in a `like` pattern: escapes `%`, `_` and `\`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** A `like` pattern for texts that contain `words` literally. */
export const containsPattern = (words: string): string => `%${escapeLike(words)}%`;

/** The same for a `searchKey`. */
export const keyContaining = (words: string): string => containsPattern(foldText(words));
