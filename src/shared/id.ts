const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"; // 32 of them
/** Letters are added two at a time, as each step makes a text. 1,024 pairs, so that the low 10 bits choose without bias. */
const PAIRS = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second));
const PAIRS_OF_ID = 13; // 26 characters, 130 bits

/** A new random id: 26 characters, safe in URLs, file names and command lines. */
export const randomId = (): string => randomPairs(PAIRS_OF_ID);

const TIME_PAIRS = 5; // milliseconds for more than 30,000 years
const COUNT_PAIRS = 3;
let made = 0;

/** A new id of the same form that sorts after those made before it, at an earlier time or in this process. */
export function orderedId(at: Date): string {
  made += 1;
  const rest = randomPairs(PAIRS_OF_ID - TIME_PAIRS - COUNT_PAIRS); // 50 bits
  return digits(at.getTime(), TIME_PAIRS) + digits(made, COUNT_PAIRS) + rest;
}

function randomPairs(count: number): string {
  let text = "";
  for (const bits of crypto.getRandomValues(new Uint16Array(count))) text += PAIRS[bits & 1_023];
  return text;
}

function digits(value: number, pairs: number): string {
  let text = "";
  for (let left = value, n = 0; n < pairs; n += 1) {
    text = PAIRS[left % PAIRS.length] + text;
    left = Math.floor(left / PAIRS.length);
  }
  return text;
}

/** Whether a text has the form of an id. */
export const isId = (text: string): boolean => /^[0-9a-hjkmnp-tv-z]{26}$/.test(text);
