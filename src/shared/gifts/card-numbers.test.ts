import { expect, test } from "bun:test";
import { passesLuhn, withoutCardNumbers } from "./card-numbers.ts";

test("the checksum tells a mistyped card number from a valid one", () => {
  for (const number of ["4242424242424242", "378282246310005", "6011000990139424", "4000000000000119"])
    expect([number, passesLuhn(number)]).toEqual([number, true]);
  for (const number of ["4242424242424241", "4224242424242424", "1111111111111111"])
    expect([number, passesLuhn(number)]).toEqual([number, false]);
});

test("a card number in a free text is masked, however it is written", () => {
  const written = [
    "4242424242424242",
    "4242 4242 4242 4242",
    "4242-4242-4242-4242",
    "4242.4242.4242.4242",
    "4242\u00A04242\u00A04242\u00A04242",
    "4242 4242 4242 4242 12 28 123", // an expiry date after it does not hide it
    "99 4242424242424242",
    "4242_4242/4242 - 4242",
    "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢",
    "４２４２４２４２４２４２４２４２",
  ];
  for (const text of written)
    expect([text, withoutCardNumbers(`Amina ${text} Q`)]).toEqual([text, "Amina [number removed] Q"]);
});

test("other text is unchanged", () => {
  const texts = [
    "Amina Yusuf",
    "(123) 456-7890",
    "12 Main Street, Apt 4242",
    "4242424242424",
    "2026-01-31 10:00",
  ];
  for (const text of texts) expect(withoutCardNumbers(text)).toBe(text);
});
