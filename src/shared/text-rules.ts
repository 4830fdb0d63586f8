import { hasCardNumber } from "./money/card-numbers.ts";

/** What texts may be, without Zod: forms that are checked before it has loaded share these rules with `fields.ts`. */

/** Limits in code points. */
export const LIMITS = {
  text: 200,
  email: 254,
  url: 2_048,
  message: 5_000,
  search: 100,
  password: 128,
} as const;

// One address as mail systems accept it. Linear time: every class excludes its delimiter.
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)+$/;
const LOCAL_MAX = 64; // RFC 5321 4.5.3.1.1
/** Letters of any script, but no other dots (U+3002, U+FF0E, U+FF61), which mail systems take for one, and nothing invisible. */
const EMAIL_DOMAIN = /@[\p{L}\p{M}\p{N}_.-]+$/u;
/** How a mail header begins a word in another encoding, which may decode to another address. */
const ENCODED_WORD = "=?";

/** Whether a text without spaces around it is an email address. */
export const isEmail = (text: string): boolean =>
  EMAIL.test(text) &&
  EMAIL_DOMAIN.test(text) &&
  !text.includes(ENCODED_WORD) &&
  !hasCardNumber(text) &&
  text.lastIndexOf("@") <= LOCAL_MAX &&
  !text.includes("..") &&
  !text.startsWith(".");

/** The problem of a text that is none; the code is for forms with words of their own. */
export const INVALID_EMAIL = {
  error: "Please enter a valid email address",
  params: { code: "email" },
} as const;
