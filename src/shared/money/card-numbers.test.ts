import { expect, test } from "bun:test";
import {
  groupsOf,
  hasCardNumber,
  passesLuhn,
  someCandidate,
  withoutCardNumbers,
  withoutCardNumbersInAddress,
} from "./card-numbers.ts";

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
    "4242+4242+4242+4242",
    "12/28 4242424242424242 123",
    "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢",
    "４２４２４２４２４２４２４２４２",
    "৪২৪২ ৪২৪২ ৪২৪২ ৪২৪২",
    "४२४२४२४२४२४२४२४२",
    "4242\u00AD4242\u200C4242\u200D4242",
    "4242\u00B74242\u22124242\u20224242",
    "4242,4242,4242,4242",
    "4242, 4242, 4242, 4242",
    "4242:4242:4242:4242",
    "4242 | 4242 | 4242 | 4242",
    "3782,822463,10005",
    "٤٢٤٢،٤٢٤٢،٤٢٤٢،٤٢٤٢",
    "42424242424242421228", // the expiry date without anything between
    "424242424242424212/28",
    "4242 4242 4242 424212/2028",
    "3782822463100051228123",
  ];
  for (const text of written)
    expect([text, withoutCardNumbers(`Amina ${text} Q`)]).toEqual([text, "Amina [number removed] Q"]);
});

test("other text is unchanged", () => {
  const texts = [
    "Amina Yusuf",
    "(123) 456-7890",
    "12 Main Street, Apt 4242",
    "48126, 48127, 48128, 48120, 48124",
    "4242424242424",
    "2026-01-31 10:00",
    "HFA-20260131000424242424242424242", // a longer number is no card
    "4242424242424241",
    "4242,4242,4242,4241",
    "1980,1992,2004,2016", // passes the checksum, but no card begins like that
    "48126,48127,48128,48120",
    "(313) 555-0101, (313) 555-0142",
    "10:30, 11:45, 12:15, 13:00, 14:30, 15:45",
    "$4,242,424,242,424.00",
    "42424242424242429928", // no month
    "42424242424242421205", // long ago
  ];
  for (const text of texts) expect(withoutCardNumbers(text)).toBe(text);
});

test("the address of a website stays one when a card number in it is masked", () => {
  const addresses = {
    "https://shop.example/4242424242424242?x=1": "https://shop.example/number-removed?x=1",
    "https://shop.example/?card=4242%204242%204242%204242": "https://shop.example/?card=number-removed",
    "https://shop.example/2026/01/31/7": "https://shop.example/2026/01/31/7",
    "https://social.example/profile?id=100064512345678": "https://social.example/profile?id=100064512345678",
  };
  for (const [written, masked] of Object.entries(addresses))
    expect([written, withoutCardNumbersInAddress(written)]).toEqual([written, masked]);
  expect(URL.canParse(withoutCardNumbersInAddress("https://4242424242424242.example"))).toBe(true);
});

test("a text that cannot be masked is known to have a card number in it", () => {
  expect(hasCardNumber("4242424242424242@example.com")).toBe(true);
  expect(hasCardNumber("amina.1990@example.com")).toBe(false);
  expect(hasCardNumber("amina378282246310005@example.com")).toBe(true);
  expect(hasCardNumber("amina+6011000990139424@example.com")).toBe(true);
});

test("an email address may hold no number of a network that only some countries have", () => {
  const numbers = { Troy: "9792000000123458", Humo: "9860123456789015", Uzcard: "8600123456789012" };
  for (const [network, number] of Object.entries({ ...numbers, RuPay: "8172123456789010" }))
    expect([network, hasCardNumber(`amina${number}@example.com`)]).toEqual([network, true]);
});

test("the work grows in proportion to the length, however the digits are grouped", () => {
  const steps = (text: string): number => {
    const { count, groups } = groupsOf(text);
    let checked = 0;
    someCandidate(groups, () => {
      checked += 1;
      return false;
    });
    return count + checked;
  };
  for (const unit of ["1", "1 ", "12 ", "123 ", "1234 5 ", "1234567890123 "]) {
    const short = steps(unit.repeat(500));
    const long = steps(unit.repeat(1_000));
    expect(long).toBeLessThanOrEqual(2 * short + 200);
    expect(long).toBeLessThanOrEqual(8 * unit.replaceAll(" ", "").length * 1_000);
  }
});

test("any part of a row of digits gets the same checksum as the part alone", () => {
  const row = "79927398713 4242424242424242 378282246310005".replaceAll(" ", "");
  const slow = (digits: string): boolean => {
    const sum = [...digits].reverse().reduce((total, digit, at) => {
      const value = at % 2 === 1 ? 2 * Number(digit) : Number(digit);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return sum % 10 === 0;
  };
  for (let start = 0; start < row.length; start++)
    for (let end = start + 1; end <= row.length; end++)
      expect(passesLuhn(row.slice(start, end))).toBe(slow(row.slice(start, end)));
});

test("the digits of a UUID are no card number, and those next to it are", () => {
  const ids = ["52317199-6803-4889-8dc4-1edec06ed3b2", "111a9b10-7071-4032-8836-284773420e70"];
  for (const id of ids) {
    expect([hasCardNumber(`flight.${id}@example.org`), withoutCardNumbers(`Id ${id}.`)]).toEqual([
      false,
      `Id ${id}.`,
    ]);
    expect(withoutCardNumbers(`${id} 4242 4242 4242 4242`)).toBe(`${id} [number removed]`);
  }
  expect(hasCardNumber("52317199-6803-4889@example.org")).toBe(true);
});

test("an email address may hold a number that passes the checksum, if no network issues such numbers", () => {
  const times = ["1795435362169", "1795435362169000000", "20261123120457"];
  expect(times.every(passesLuhn)).toBe(true);
  expect(times.filter((time) => hasCardNumber(`amina+${time}@example.org`))).toEqual([]);
});
