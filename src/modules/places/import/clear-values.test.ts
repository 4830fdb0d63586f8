import { expect, test } from "bun:test";
import { readPhone } from "../../../shared/phone.ts";
import { clearValues, isClosedForGood } from "./clear-values.ts";

const MASJID = { name: "Masjid", address: "1 Elm St", city: "Dearborn", state: "MI", category: "mosque" };
const cleared = (fields: object) => {
  const all = clearValues({ ...MASJID, ...fields });
  return Object.fromEntries(Object.keys(fields).map((name) => [name, all[name]]));
};

test("a value that can mean only one thing is read as that", () => {
  const cases: [object, object][] = [
    [{ state: "Michigan" }, { state: "MI" }],
    [{ state: "US-MI" }, { state: "MI" }],
    [{ state: "quebec" }, { state: "QC" }],
    [{ category: "Grocery Store" }, { category: "grocery" }],
    [{ category: "masjid" }, { category: "mosque" }],
    [{ zipCode: 48126 }, { zipCode: "48126" }],
    [{ zipCode: "481261234" }, { zipCode: "48126-1234" }],
    [
      { state: "MA", zipCode: "2139" },
      { state: "MA", zipCode: "02139" },
    ],
    [
      { state: "MI", zipCode: "2139" },
      { state: "MI", zipCode: "2139" },
    ],
    [
      { latitude: "42,3223", longitude: "-83.17" },
      { latitude: "42.3223", longitude: "-83.17" },
    ],
    [
      { state: "XX", category: "bar" },
      { state: "XX", category: "bar" },
    ],
  ];
  for (const [given, read] of cases) expect([given, cleared(given)]).toEqual([given, read]);
});

test("a text that was mangled on its way is mended", () => {
  const cases: [string, string][] = [
    ["Salt &amp; Olive", "Salt & Olive"],
    ["Sami&#8217;s &#x47;rill", "Sami’s Grill"],
    ["CafÃ© Noor", "Café Noor"],
    ["Samiâ€™s Grill", "Sami’s Grill"],
    ["OLIVE  GARDENS   DELI", "OLIVE GARDENS DELI"],
    ["Château Âme & Co", "Château Âme & Co"],
    ["&unknown; &#0; A&B;", "&unknown; &#0; A&B;"],
  ];
  for (const [given, read] of cases) expect([given, cleared({ name: given }).name]).toEqual([given, read]);
});

test("a phone number is read without the text around it", () => {
  const cases: [string, string][] = [
    ["(248) 555-0101 x12", "(248) 555-0101"],
    ["248-555-0102 ext. 3", "248-555-0102"],
    ["248-555-0103; 248-555-0104", "248-555-0103"],
    ["248/555-0105", "248-555-0105"],
    ["tel:+12485550106", "+12485550106"],
    ["(248)\u00A0555\u20110107", "(248) 555-0107"],
    ["001 248 555 0108", "+1 248 555 0108"],
    ["N/A", ""],
    ["call us", "call us"],
    [`1${" ".repeat(95_000)}1`, `1${" ".repeat(95_000)}1`],
  ];
  for (const [given, read] of cases) expect([given, readPhone(given)]).toEqual([given, read]);
});

test("a place that its source says is closed for good is known", () => {
  const closed = [
    { date_closed: "2023-04-01" },
    { business_status: "CLOSED_PERMANENTLY" },
    { operating_status: "permanently_closed" },
  ];
  const open = [
    {},
    { date_closed: "" },
    { business_status: "OPERATIONAL" },
    { operating_status: "open" },
    { permanently_closed: false },
  ];
  expect([closed.map(isClosedForGood), open.map(isClosedForGood)]).toEqual([
    closed.map(() => true),
    open.map(() => false),
  ]);
});
