const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"; // 32 of them, so that the low 5 bits of a byte choose without bias
const LENGTH = 26; // 130 bits

/** A new random id: 26 characters, safe in URLs, file names and command lines. */
export const randomId = (): string => randomLetters(LENGTH);

const TIME_LETTERS = 10; // milliseconds for more than 30,000 years
const COUNT_LETTERS = 6;
let made = 0;

/** A new id of the same form that sorts after those made before it, at an earlier time or in this process. */
export function orderedId(at: Date): string {
  made += 1;
  const rest = randomLetters(LENGTH - TIME_LETTERS - COUNT_LETTERS); // 50 bits
  return digits(at.getTime(), TIME_LETTERS) + digits(made, COUNT_LETTERS) + rest;
}

function randomLetters(length: number): string {
  let text = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(length))) text += LETTERS[byte & 31];
  return text;
}

function digits(value: number, length: number): string {
  let text = "";
  for (let left = value; text.length < length; left = Math.floor(left / LETTERS.length))
    text = (LETTERS[left % LETTERS.length] ?? "") + text;
  return text;
}

/** Whether a text has the form of an id. */
export const isId = (text: string): boolean => /^[0-9a-hjkmnp-tv-z]{26}$/.test(text);
