import { expect, test } from "bun:test";
import { cents, centsOf, dollarsOf, formatDollars, formatMoney, moneyText } from "./money.ts";

test("every amount with two decimals converts to cents and back", () => {
  const wrong = [];
  for (let amount = 100; amount < 50_000; amount++) {
    const dollars = Number((amount / 100).toFixed(2));
    if (centsOf(dollars) !== cents(amount) || dollarsOf(cents(amount)) !== dollars) wrong.push(amount);
  }
  expect(wrong).toEqual([]);
});

test("amounts that floating point distorts are exact, and a third decimal is refused", () => {
  expect([0.29, 4.35, 100.1, 1e2].map(centsOf)).toEqual([29, 435, 10_010, 10_000].map(cents));
  expect([1.005, 25.005, 0.1 + 0.2, -1, 1e21, 1e-7].map(centsOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("receipts show money with two decimals, and screens without cents that are zero", () => {
  const amounts = [2_500, 29, 49_999, 123_456_700].map(cents);
  expect(amounts.map(moneyText)).toEqual(["$25.00", "$0.29", "$499.99", "$1234567.00"]);
  expect(amounts.map(formatMoney)).toEqual(["$25", "$0.29", "$499.99", "$1,234,567"]);
  expect([25, 25.5, 4.35].map(formatDollars)).toEqual(["$25", "$25.50", "$4.35"]);
});
