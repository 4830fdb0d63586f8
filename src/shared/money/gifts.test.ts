import { expect, test } from "bun:test";
import {
  cardBrand,
  cardDigits,
  expiryProblem,
  giftAmount,
  isCvv,
  isMistyped,
  parseExpiry,
  tierOf,
  typedMonth,
} from "./gifts.ts";
import { centsOf } from "./money.ts";

test("a gift is from $1 to $499.99, with at most two decimals", () => {
  for (const dollars of [1, 1.01, 4.35, 100.1, 499.99])
    expect([dollars, giftAmount(dollars)]).toEqual([dollars, centsOf(dollars) ?? Number.NaN]);
  for (const dollars of [0, -5, 0.99, Number.NaN])
    expect([dollars, giftAmount(dollars)]).toEqual([dollars, "small"]);
  for (const dollars of [500, 500.001, 1e9])
    expect([dollars, giftAmount(dollars)]).toEqual([dollars, "large"]);
  for (const dollars of [1.005, 499.999])
    expect([dollars, giftAmount(dollars)]).toEqual([dollars, "decimals"]);
});

test("a card number has 13 to 19 digits, in groups or in a row", () => {
  expect(cardDigits("4242 4242 4242 4242")).toBe("4242424242424242");
  for (const number of ["4222222222222", "6799990100000000019"]) expect(cardDigits(number)).toBe(number);
  for (const typed of ["", "424242424242", "42424242424242424242", "4242-4242-4242-4242", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢"])
    expect([typed, cardDigits(typed)]).toEqual([typed, null]);
});

test("a CVV has 3 or 4 digits", () => {
  expect(["123", "1234"].every(isCvv)).toBe(true);
  expect(["", "12", "12345", "12a", " 123"].some(isCvv)).toBe(false);
});

test("an expiry date is read with and without a separator, and with a full year", () => {
  for (const text of ["12/30", "12 / 30", "12/2030", "12-30", "1230", " 12/30\n"]) {
    expect([text, parseExpiry(text)]).toEqual([text, { month: "12", year: "30" }]);
  }
  expect(parseExpiry("7/31")).toEqual({ month: "07", year: "31" });
});

test("a month that is typed gets its zero once no other digit can follow", () => {
  const typed = ["", "0", "1", "7", "1/", "07", "12", "13", "0/"];
  expect(typed.map(typedMonth)).toEqual(["", "0", "1", "07", "01", "07", "12", "13", "0/"]);
});

test("a month alone, an impossible month and other numbers are no expiry date", () => {
  for (const text of ["", "12", "1", "13/30", "00/30", "1/1930", "4242 4242", "731", "12/3"]) {
    expect([text, parseExpiry(text)]).toEqual([text, null]);
  }
});

test("a card is good until the end of its month and for at most 20 years", () => {
  const lastDay = new Date(2026, 10, 30, 23, 59);
  const problem = (month: string, year: string) => expiryProblem({ month, year }, lastDay);
  expect(problem("11", "26")).toBeNull();
  expect(problem("10", "26")).toBe("expired");
  expect(problem("12", "25")).toBe("expired");
  expect(problem("11", "46")).toBeNull();
  expect(problem("12", "46")).toBe("distant");
});

test("an amount belongs to the largest tier that it reaches", () => {
  const named = [24.99, 25, 49.99, 50, 100, 250, 499.99, Number.NaN].map((dollars) => tierOf(dollars)?.name);
  const [supporter, builder] = ["Beta Supporter", "Community Builder"];
  expect(named).toEqual([
    undefined,
    supporter,
    supporter,
    builder,
    "Ummah Champion",
    "Founding Patron",
    "Founding Patron",
    undefined,
  ]);
});

test("the brand of a card is known from its first digits", () => {
  const begun = {
    4: "visa",
    51: "mastercard",
    2221: "mastercard",
    37: "amex",
    6011: "discover",
    65: "discover",
  };
  for (const [digits, brand] of Object.entries(begun))
    expect([digits, cardBrand(digits)]).toEqual([digits, brand]);
  for (const digits of ["", "5", "3", "60", "1", "9792"])
    expect([digits, cardBrand(digits)]).toEqual([digits, null]);
});

test("a number is mistyped once it is complete and fails its checksum, not while it is typed", () => {
  for (const typed of ["4242 4242 4242 4241", "5555 5555 5555 4445", "3782 8224 6310 006"])
    expect([typed, isMistyped(typed)]).toEqual([typed, true]);
  const right = ["", "4242", "4242 4242 4242 424", "4242 4242 4242 4242", "3782 8224 6310 005"];
  for (const typed of [...right, "9792 0000 0012 3459"]) // of an unknown network, which may have 19 digits
    expect([typed, isMistyped(typed)]).toEqual([typed, false]);
});
