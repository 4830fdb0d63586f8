import { randomBytes } from "node:crypto";

/** RFC 8628, section 6.1: no vowels, so that no code is a word, and no letters that look alike. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8; // 34 bits
const UNBIASED = 240; // the largest multiple of 20 in a byte

/** A new code, such as `WDJBMJHT`. */
export function newUserCode(): string {
  let code = "";
  while (code.length < LENGTH)
    for (const byte of randomBytes(LENGTH))
      if (byte < UNBIASED && code.length < LENGTH) code += LETTERS[byte % LETTERS.length];
  return code;
}

/** As it is shown: `WDJB-MJHT`. */
export const formatUserCode = (code: string): string =>
  `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/** A code as someone typed it, without spaces and hyphens, in capitals. */
export const normalizeUserCode = (typed: string): string =>
  typed
    .normalize("NFKC")
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase();
