import { createHash } from "node:crypto";

/** Card numbers of these tests have 16 digits, so that every written form has one length. */
const DIGITS = 16;

interface Detector {
  readonly name: string;
  /** How the number is written, as Latin-1 text. */
  readonly write: (number: string) => string;
  /** Candidates for such a text: only these are examined. */
  readonly run: RegExp;
}

const spaced = (number: string): string => number.replace(/(\d{4})(?=\d)/g, "$1 ");
const hash = (name: string) => (number: string) => createHash(name).update(number).digest("hex");
const hex = (number: string): string => Buffer.from(number).toString("hex");

/** Ten encodings in which a number may have been stored (docs/security.md PAY-01). */
export const DETECTORS: readonly Detector[] = [
  { name: "plain", write: (number) => number, run: /\d{16,}/g },
  { name: "spaced by four", write: spaced, run: /[\d ]{19,}/g },
  { name: "dashed", write: (number) => spaced(number).replaceAll(" ", "-"), run: /[\d-]{19,}/g },
  {
    name: "base64",
    write: (number) => Buffer.from(number).toString("base64").replace(/=+$/, ""),
    run: /[A-Za-z\d+/_-]{22,}/g,
  },
  { name: "hex", write: hex, run: /[\da-fA-F]{32,}/g },
  {
    name: "URL-encoded",
    write: (number) => spaced(number).replaceAll(" ", "%20"),
    run: /[\d%]{25,}/g,
  },
  {
    name: "UTF-16",
    write: (number) => Buffer.from(number, "utf16le").toString("latin1").slice(0, -1),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: half of UTF-16's bytes are zero
    run: /[\d\u0000]{31,}/g,
  },
  { name: "MD5", write: hash("md5"), run: /[\da-fA-F]{32,}/g },
  { name: "SHA-1", write: hash("sha1"), run: /[\da-fA-F]{40,}/g },
  { name: "SHA-256", write: hash("sha256"), run: /[\da-fA-F]{64,}/g },
];

/** The names of the detectors that find one of the numbers in the bytes. */
export function detect(bytes: Uint8Array, numbers: readonly string[]): readonly string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return DETECTORS.filter((detector) => finds(detector, text, numbers)).map(({ name }) => name);
}

function finds({ write, run }: Detector, text: string, numbers: readonly string[]): boolean {
  const needles = new Set(numbers.map((number) => write(number)));
  const size = write("0".repeat(DIGITS)).length;
  const isHex = /^[\da-f]+$/.test(write("9".repeat(DIGITS))) && size >= 32;
  for (const [found] of text.matchAll(run)) {
    const stretch = isHex ? found.toLowerCase() : found;
    for (let at = 0; at + size <= stretch.length; at++) {
      if (needles.has(stretch.slice(at, at + size))) return true;
    }
  }
  return false;
}

/** A new number that looks like a card number; unique within a run. */
export function cardNumber(): string {
  const body = `4${Array.from(crypto.getRandomValues(new Uint8Array(14)), (byte) => byte % 10).join("")}`;
  return body + checkDigit(body);
}

/** A number with a wrong check digit, which no card has. */
export const wrongNumber = (): string =>
  cardNumber().replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

function checkDigit(body: string): string {
  let sum = 0;
  for (let place = 0; place < body.length; place++) {
    const digit = Number(body[body.length - 1 - place]) * (place % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return String((10 - (sum % 10)) % 10);
}
