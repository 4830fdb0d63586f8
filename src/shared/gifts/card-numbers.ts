/** ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const SHORTEST = 13;
const LONGEST = 19;
/** The zeros of the scripts whose digits people type: Latin, Arabic, Persian, full width. */
const ZEROS = ["0", "\u0660", "\u06F0", "\uFF10"].map((zero) => zero.charCodeAt(0));
const DIGIT = "[0-9\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]";
/** A long number as people write it: digits in a row, or separated by spaces, dots, dashes, underscores or slashes. */
const LONG_NUMBER = new RegExp(`${DIGIT}(?:[\\s._/\\-\\u2010-\\u2015]{0,3}${DIGIT}){12,}`, "g");
const MASK = "[number removed]";

/**
 * Masks possible card numbers in a free text, which also protects people who type one into the wrong field
 * (docs/security.md PAY-02).
 */
export const withoutCardNumbers = (text: string): string =>
  text.replace(LONG_NUMBER, (number) => (containsCardNumber(digitsOf(number)) ? MASK : number));

function digitsOf(text: string): string {
  const digits = Array.from(text, (sign) => {
    const value = ZEROS.map((zero) => sign.charCodeAt(0) - zero).find((above) => above >= 0 && above <= 9);
    return value ?? "";
  });
  return digits.join("");
}

/** Looks at every part: an expiry date typed after a card number must not hide it. */
function containsCardNumber(digits: string): boolean {
  for (let start = 0; start + SHORTEST <= digits.length; start++) {
    for (let size = SHORTEST; size <= LONGEST && start + size <= digits.length; size++) {
      if (passesLuhn(digits.slice(start, start + size))) return true;
    }
  }
  return false;
}
