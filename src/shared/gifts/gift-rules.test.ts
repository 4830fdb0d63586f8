import { expect, test } from "bun:test";
import { amountProblem, cardDigits, isCvv } from "./gift-rules.ts";

test("a gift is from $1 to $499.99, with at most two decimals", () => {
  for (const dollars of [1, 1.01, 4.35, 100.1, 499.99])
    expect([dollars, amountProblem(dollars)]).toEqual([dollars, null]);
  for (const dollars of [0, -5, 0.99, Number.NaN])
    expect([dollars, amountProblem(dollars)]).toEqual([dollars, "small"]);
  for (const dollars of [500, 500.001, 1e9])
    expect([dollars, amountProblem(dollars)]).toEqual([dollars, "large"]);
  for (const dollars of [1.005, 499.999])
    expect([dollars, amountProblem(dollars)]).toEqual([dollars, "decimals"]);
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
