const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"; // 32 of them, so that the low 5 bits of a byte choose without bias
const LENGTH = 26; // 130 bits

/** A new random id: 26 characters, safe in URLs, file names and command lines. */
export function randomId(): string {
  let id = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) id += LETTERS[byte & 31];
  return id;
}

/** Whether a text has the form of a random id. */
export const isId = (text: string): boolean => /^[0-9a-hjkmnp-tv-z]{26}$/.test(text);
