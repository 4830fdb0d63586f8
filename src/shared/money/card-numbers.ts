/** ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  return createLuhn(Uint8Array.from(digits, Number), digits.length)(0, digits.length);
}

/**
 * Checks any part of a row of digits in constant time: the sums up to each digit, modulo ten, are made once for both
 * parities. Counted from the right, every second digit is doubled, and the last one is not.
 */
function createLuhn(digits: Uint8Array, count: number): (start: number, end: number) => boolean {
  const evenEnd = new Uint8Array(count + 1); // for parts that end at an even position
  const oddEnd = new Uint8Array(count + 1);
  for (let at = 0; at < count; at++) {
    const digit = digits[at] ?? 0;
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    evenEnd[at + 1] = ((evenEnd[at] ?? 0) + (at % 2 === 0 ? doubled : digit)) % 10;
    oddEnd[at + 1] = ((oddEnd[at] ?? 0) + (at % 2 === 0 ? digit : doubled)) % 10;
  }
  return (start, end) => {
    const sums = end % 2 === 0 ? evenEnd : oddEnd;
    return sums[end] === sums[start];
  };
}

const SHORTEST = 13;
const LONGEST = 19;
/** The zeros of the scripts whose digits people type: Latin, Arabic, Persian, Devanagari, Bengali, full width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10];
const DIGIT = "[0-9\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\uFF10-\uFF19]";
/** Spaces, dots, dashes and invisible marks. Not a comma: lists of zip codes would look like card numbers. */
const SEPARATOR = "[\\s._/+\\-\\u00AD\\u00B7\\u200C\\u200D\\u2010-\\u2015\\u2022\\u2212\\uFF0D]";
/** A long number as people write it, in groups or not. No sign fits in two ways, so that the time is linear. */
const LONG_NUMBER = new RegExp(`${DIGIT}(?:${SEPARATOR}{0,3}${DIGIT}){${SHORTEST - 1},}`, "g");
/**
 * Commas, colons and bars also part lists of other numbers, so with them only the groups of printed cards count: four by
 * four, or four, six and five.
 */
const LIST_MARK = "\\s{0,2}[,;:|\u060C]\\s{0,2}";
const PRINTED_CARD = new RegExp(
  `(?<!${DIGIT})${DIGIT}{4}(?:(?:${LIST_MARK}${DIGIT}{4}){3}|${LIST_MARK}${DIGIT}{6}${LIST_MARK}${DIGIT}{5})(?!${DIGIT})`,
  "g",
);
/** How the numbers of the card networks begin, by length. */
const NETWORKS: readonly (readonly [length: number, start: RegExp])[] = [
  [16, /^(?:4|5[1-5]|6|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  [15, /^3[47]/],
];
/** Looser, so that rare networks are included. Timestamps begin with 1 or 20, and no network issues 13 digits anymore. */
const isIssued = (digits: string): boolean =>
  (digits.length > 15 && /^(?:2[2-7]|[3-689])/.test(digits)) || /^3(?:[47]\d{13}|[0689]\d{12})$/.test(digits);
/** A month and a year in two or four digits, and perhaps the security code. */
const EXPIRY = /^(?:0[1-9]|1[0-2])(?:20)?(?:2[4-9]|3\d|4\d)(?:\d{3,4})?$/;
const EXPIRY_LONGEST = 10;
const MASK = "[number removed]";
const MASK_IN_ADDRESS = "number-removed"; // with it, an address of the web stays one

/**
 * Masks possible card numbers in a free text, which also protects people who type one into the wrong field
 * (docs/security.md PAY-02).
 */
export const withoutCardNumbers = (text: string): string => masked(text, MASK);

/** The same for the address of a website, in which a space may be encoded. */
export function withoutCardNumbersInAddress(address: string): string {
  const spaced = address.replaceAll("%20", "+");
  const changed = masked(spaced, MASK_IN_ADDRESS);
  return changed === spaced ? address : changed;
}

/**
 * For text that cannot be masked, such as an email address: only numbers that a card network issues, because one in ten
 * of all numbers passes the checksum, such as times in milliseconds.
 */
export const hasCardNumber = (text: string): boolean =>
  hasManyDigits(text) &&
  text.split(UUID).some((part, n) => n % 2 === 0 && maskedPart(part, MASK, isIssued) !== part);

/** An id such as `52317199-6803-4889-8dc4-1edec06ed3b2`, whose digits can look like a card number. */
const UUID = /(\b(?=[\d-]*[a-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b)/i;

const masked = (text: string, mask: string): string =>
  hasManyDigits(text)
    ? text
        .split(UUID)
        .map((part, n) => (n % 2 === 1 ? part : maskedPart(part, mask)))
        .join("")
    : text;

/** False for most texts, which need no other look: whether there are as many digits as the shortest number has. */
function hasManyDigits(text: string): boolean {
  let count = 0;
  for (let at = 0; at < text.length && count < SHORTEST; at++)
    if (digitOf(text.charCodeAt(at)) !== -1) count++;
  return count === SHORTEST;
}

const maskedPart = (text: string, mask: string, isCard: (digits: string) => boolean = () => true): string =>
  text
    .replace(LONG_NUMBER, (number) => (holdsCardNumber(number, isCard) ? mask : number))
    .replace(PRINTED_CARD, (number) => (isOfNetwork(digitsIn(number)) ? mask : number));

function holdsCardNumber(number: string, isCard: (digits: string) => boolean): boolean {
  const { digits, count, groups } = groupsOf(number);
  let passes: ReturnType<typeof createLuhn> | undefined;
  const isCandidate = someCandidate(groups, (start, end) => {
    passes ??= createLuhn(digits, count);
    return passes(start, end) && isCard(digits.subarray(start, end).join(""));
  });
  return isCandidate || isGluedToExpiry(digits.subarray(0, count).join(""), groups);
}

const digitsIn = (number: string): string => {
  const { digits, count } = groupsOf(number);
  return digits.subarray(0, count).join("");
};

/** Whether the digits are a number of a known network, with its length. */
const isOfNetwork = (digits: string): boolean =>
  NETWORKS.some(([length, start]) => digits.length === length && start.test(digits)) && passesLuhn(digits);

/** Whether a card number and its expiry date are written without anything between them, such as `…424212/28`. */
function isGluedToExpiry(digits: string, groups: readonly number[]): boolean {
  return groups.some((start, at) =>
    NETWORKS.some(([length]) => {
      const end = start + length;
      const ends = groups.slice(at + 1, at + 1 + length + EXPIRY_LONGEST); // a group has a digit or more
      const isFollowed = ends.some((to) => to > end && EXPIRY.test(digits.slice(end, to)));
      return isFollowed && isOfNetwork(digits.slice(start, end));
    }),
  );
}

/** The digits of a number, and the position of the first one of each group; the last position is the end. */
export function groupsOf(number: string) {
  const digits = new Uint8Array(number.length);
  const groups: number[] = [];
  let count = 0;
  let isInGroup = false;
  for (let at = 0; at < number.length; at++) {
    const digit = digitOf(number.charCodeAt(at));
    const isDigit = digit !== -1;
    if (isDigit && !isInGroup) groups.push(count);
    if (isDigit) digits[count++] = digit;
    isInGroup = isDigit;
  }
  groups.push(count);
  return { digits, count, groups } as const;
}

/** -1 for another sign. */
function digitOf(code: number): number {
  if (code < 0x660) return code >= 0x30 && code <= 0x39 ? code - 0x30 : -1; // most text, without a loop
  for (const zero of ZEROS) if (code >= zero && code <= zero + 9) return code - zero;
  return -1;
}

/**
 * Whether a part of a number that has the length of a card number passes. A part is made of whole groups: an expiry
 * date before or after it must not hide it, and a longer number without groups is something else, such as the number
 * of a certificate.
 */
export function someCandidate(
  groups: readonly number[],
  passes: (start: number, end: number) => boolean,
): boolean {
  let first = 0; // the first end that is far enough from the start; it only ever moves on
  for (const start of groups) {
    while ((groups[first] ?? Number.POSITIVE_INFINITY) - start < SHORTEST) first++;
    for (let to = first; (groups[to] ?? Number.POSITIVE_INFINITY) - start <= LONGEST; to++) {
      if (passes(start, groups[to] ?? start)) return true;
    }
  }
  return false;
}
