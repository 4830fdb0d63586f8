const DIGITS = 10;

/** The ten digits of a North American number, without a leading country code 1; further digits are cut. */
export function phoneDigits(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  const withCountry = digits.length > DIGITS || typed.includes("+");
  const national = withCountry && digits.startsWith("1") ? digits.slice(1) : digits;
  return national.slice(0, DIGITS);
}

/** Formats a number while it is typed: `(123) 456-7890`, shorter while digits are missing, empty for none. */
export function formatPhone(typed: string): string {
  const digits = phoneDigits(typed);
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Whether a text is a number of exactly ten digits, not counting a leading country code 1. */
export function isPhone(typed: string): boolean {
  const digits = typed.replace(/\D/g, "");
  if (!/^[\d\s()+.-]*$/.test(typed)) return false;
  return /^1\d{10}$/.test(digits) || (digits.length === DIGITS && !typed.includes("+"));
}

const TEXT_MAX = 100; // characters
const NO_NUMBER = /^(?:n\/?a|none|null|unknown|-|–)?$/i;
const EXTENSION = /\s*(?:x|ext\.?|extension|#)\s*\d{1,6}$/i;

/** The number that lists of other programs mean, as `isPhone` takes it: the first of several, without its extension. */
export function readPhone(text: string): string {
  if (text.length > TEXT_MAX) return text; // the patterns below take time that grows with its square
  const [first = ""] = text
    .normalize("NFKC")
    .replace(/^\s*tel:/i, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll("%20", " ")
    .split(/[;,]|\s\/\s|\bor\b/i);
  const number = first.trim();
  if (NO_NUMBER.test(number)) return "";
  return number
    .replace(EXTENSION, "")
    .replaceAll("/", "-")
    .replace(/^00(?=1)/, "+");
}
