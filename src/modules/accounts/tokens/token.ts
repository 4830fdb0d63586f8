import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** Secret scanners find tokens by this prefix and recognize them by the checksum, as those of GitHub. */
const PREFIX = "rihla_";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 34; // 202 bits
const CHECKSUM_CHARACTERS = 6;
const FORM = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${RANDOM_CHARACTERS}})([0-9A-Za-z]{${CHECKSUM_CHARACTERS}})$`,
);
const UNBIASED = 248; // the largest multiple of 62 in a byte

/** A new token: the prefix, 34 random characters and their checksum. */
export function newToken(): string {
  let random = "";
  while (random.length < RANDOM_CHARACTERS)
    for (const byte of randomBytes(RANDOM_CHARACTERS))
      if (byte < UNBIASED && random.length < RANDOM_CHARACTERS) random += BASE62[byte % 62];
  return PREFIX + random + checksumOf(random);
}

/** The CRC-32 of the text in base62, filled with zeros to six characters. */
export function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (; rest > 0; rest = Math.floor(rest / 62)) digits = BASE62[rest % 62] + digits;
  return digits.padStart(CHECKSUM_CHARACTERS, "0");
}

/** Whether a text has the form of a token and the right checksum, so that it may be one of ours. */
export function isToken(text: string): boolean {
  const [, random = "", checksum] = FORM.exec(text) ?? [];
  return checksum !== undefined && checksumOf(random) === checksum;
}

/** The last characters, by which a person recognizes a token in the list. */
export const endingOf = (token: string): string => token.slice(-4);
