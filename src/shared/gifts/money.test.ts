import { expect, test } from "bun:test";
import { centsOf, dollarsOf, moneyText } from "./money.ts";

test("every amount with two decimals converts to cents and back", () => {
  const wrong = [];
  for (let cents = 100; cents < 50_000; cents++) {
    const dollars = Number((cents / 100).toFixed(2));
    if (centsOf(dollars) !== cents || dollarsOf(cents) !== dollars) wrong.push(cents);
  }
  expect(wrong).toEqual([]);
});

test("amounts that floating point distorts are exact, and a third decimal is refused", () => {
  expect([0.29, 4.35, 100.1, 1e2].map(centsOf)).toEqual([29, 435, 10_010, 10_000]);
  expect([1.005, 25.005, 0.1 + 0.2, -1, 1e21, 1e-7].map(centsOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("money is shown with two decimals", () => {
  expect([2_500, 29, 49_999].map(moneyText)).toEqual(["$25.00", "$0.29", "$499.99"]);
});
