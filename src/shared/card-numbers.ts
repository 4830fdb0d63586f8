/** ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const SHORTEST = 13;
const LONGEST = 19;
/** The zeros of the digits that people type: Latin, Arabic, Persian, full width. */
const ZEROS = ["0", "\u0660", "\u06F0", "\uFF10"].map((zero) => zero.charCodeAt(0));
const DIGIT = "[0-9\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]";
/** Digits as people write long numbers: in a row, or with a space, dot, dash, stroke or slash here and there. */
const LONG_NUMBER = new RegExp(`${DIGIT}(?:[\\s._/\\-\\u2010-\\u2015]{0,3}${DIGIT}){12,}`, "g");
const MASK = "[number removed]";

/**
 * Free text without what may be a card's number: whoever types it into the wrong field is protected too
 * (docs/security.md PAY-02).
 */
export const withoutCardNumbers = (text: string): string =>
  text.replace(LONG_NUMBER, (run) => (holdsCardNumber(digitsOf(run)) ? MASK : run));

function digitsOf(text: string): string {
  const digits = Array.from(text, (sign) => {
    const value = ZEROS.map((zero) => sign.charCodeAt(0) - zero).find((above) => above >= 0 && above <= 9);
    return value ?? "";
  });
  return digits.join("");
}

/** Whether any part of it passes for a number: an expiry date typed behind one must not hide it. */
function holdsCardNumber(digits: string): boolean {
  for (let start = 0; start + SHORTEST <= digits.length; start++) {
    for (let size = SHORTEST; size <= LONGEST && start + size <= digits.length; size++) {
      if (passesLuhn(digits.slice(start, start + size))) return true;
    }
  }
  return false;
}
