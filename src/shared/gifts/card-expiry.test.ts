import { expect, test } from "bun:test";
import { expiryProblem, parseExpiry } from "./card-expiry.ts";

test("an expiry date is read with and without a separator, and with a full year", () => {
  for (const text of ["12/30", "12 / 30", "12/2030", "12-30", "1230", " 12/30\n"]) {
    expect([text, parseExpiry(text)]).toEqual([text, { month: "12", year: "30" }]);
  }
  expect(parseExpiry("7/31")).toEqual({ month: "07", year: "31" });
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
