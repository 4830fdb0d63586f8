import { expect, test } from "bun:test";
import { formatPhone, isPhone, phoneDigits } from "./phone.ts";

test("ten digits are a phone number, with or without +1 or 1 before them", () => {
  for (const typed of [
    "1234567890",
    "(123) 456-7890",
    "123.456.7890",
    "+1 (123) 456-7890",
    "(+1) 123 456 7890",
    "+11234567890",
    "1-123-456-7890",
  ])
    expect([typed, isPhone(typed), phoneDigits(typed)]).toEqual([typed, true, "1234567890"]);
});

test("any other number of digits is refused, and after a plus the 1 is the country code", () => {
  for (const typed of [
    "",
    "123456789",
    "12345678901234",
    "23456789012",
    "+1 (234) 567-890",
    "+2345678901",
    "+44 20 7946 0958",
    "+1 (123) 456-78901",
    "123+4567890",
    "123456789x",
  ])
    expect([typed, isPhone(typed)]).toEqual([typed, false]);
});

test("a phone number is formatted while it is typed", () => {
  const cases: [string, string][] = [
    ["", ""],
    ["+", ""],
    ["+1", ""],
    ["123", "123"],
    ["1234", "(123) 4"],
    ["1234567", "(123) 456-7"],
    ["11234567890", "(123) 456-7890"],
    ["+1 (234) 567-890", "(234) 567-890"],
    ["(223) 456-78905", "(223) 456-7890"],
  ];
  for (const [typed, shown] of cases) expect([typed, formatPhone(typed)]).toEqual([typed, shown]);
});
