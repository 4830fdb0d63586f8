import { expect, test } from "bun:test";
import { type Comparable, MIN_SCORE, scoreOf, traitsOf } from "./likeness.ts";

const TULSA = { name: "Masjid Qamar", address: "8 Ash St", city: "Tulsa", state: "OK", category: "mosque" };
const alike = (one: Partial<Comparable>, other: Partial<Comparable>) =>
  scoreOf(traitsOf({ ...TULSA, ...one }), traitsOf({ ...TULSA, ...other })) >= MIN_SCORE;

test("an address is the same with short and long words, a direction, a numeral, a unit and the city behind it", () => {
  const same: readonly (readonly [string, string, string?])[] = [
    ["15 5th St", "15 Fifth Street"],
    ["8 Ash St", "8 Ash St #4"],
    ["8 Ash St", "Suite 200, 8 Ash Street"],
    ["100 W Main St", "100 West Main Street"],
    ["100 Main St", "100 West Main"],
    ["1 NW Elm Blvd.", "One Northwest Elm Boulevard"],
    ["12 St Clair Ave", "12 Saint Clair Avenue"],
    ["8 Ash St", "8 Ash St, Tulsa, OK 74101"],
    ["8 Ash St", "8 Ash St, Tulsa, FL 33101", "FL"],
    ["8 Ash St Fl 3", "8 Ash St, 3rd Floor, Tulsa, FL 33101-1234", "FL"],
    ["5-123 Main St", "123 Main Street Unit 5", "ON"],
  ];
  for (const [one, other, state = "OK"] of same)
    expect([
      one,
      other,
      alike({ address: one, state }, { name: "Crescent House", address: other, state }),
    ]).toEqual([one, other, true]);
  for (const [one, other] of [
    ["15 5th St", "15 5th Ave"],
    ["100 W Main St", "100 E Main St"],
    ["8 Ash St #4", "8 Ash St #7"],
    ["8 Ash St", "18 Ash St"],
    ["12-34 31st Ave", "12-36 31st Ave"],
  ] as const)
    expect([one, other, alike({ address: one }, { name: "Crescent House", address: other })]).toEqual([
      one,
      other,
      false,
    ]);
});

test("places are alike by phone, website or position under another name, and in another city text", () => {
  const named = { name: "Crescent House", address: "99 Far Rd" };
  const at = (latitude: number) => ({ latitude, longitude: -95.9 });
  expect(alike({ phone: "9185550150" }, { ...named, phone: "9185550150" })).toBe(true);
  expect(alike({ phone: "9185550150" }, { ...named, phone: "9185550151" })).toBe(false);
  expect(
    alike({ website: "http://www.qamar.example/" }, { ...named, website: "https://qamar.example" }),
  ).toBe(true);
  expect(
    alike(
      { website: "https://qamar.example" },
      { ...named, city: "Lawton", website: "https://qamar.example" },
    ),
  ).toBe(false); // of another city
  expect(alike(at(36.1), { ...named, ...at(36.1003) })).toBe(true);
  expect(alike(at(36.1), { ...named, ...at(36.101) })).toBe(false);
  expect(alike(at(36.1), { address: "99 Far Rd", ...at(36.2) })).toBe(false); // a branch
  expect(alike({ zipCode: "74101" }, { city: "Broken Arrow", zipCode: "74101" })).toBe(true);
  expect(alike({ city: "Brooklyn", state: "NY" }, { city: "New York", state: "NY" })).toBe(true);
  expect(
    alike({ city: "Brooklyn", state: "NY" }, { city: "New York", state: "NY", address: "9 Ash St" }),
  ).toBe(false);
  expect(alike({}, { city: "Broken Arrow" })).toBe(false);
  expect(
    alike({ city: "St. Louis", address: "1 Elm St" }, { city: "Saint Louis", address: "2 Oak St" }),
  ).toBe(true);
});

test("a website is compared without what tracks visitors, and is none at a service that many places use", () => {
  const named = { name: "Crescent House", address: "99 Far Rd" };
  for (const [one, other, expected] of [
    ["https://qamar.example/?utm_source=maps&fbclid=1", "http://www.qamar.example", true],
    ["https://qamar.example/visit/?gclid=1#top", "https://qamar.example/visit", true],
    ["https://qamar.example/?page=1", "https://qamar.example/?page=2", false],
    ["https://facebook.com/profile.php?id=1", "https://www.facebook.com/profile.php?id=1&fbclid=2", true],
    ["https://facebook.com/profile.php?id=1", "https://facebook.com/profile.php?id=2", false],
    ["https://facebook.com/qamar", "https://www.facebook.com/Qamar/", true],
    ["https://www.facebook.com/", "https://facebook.com", false],
    ["https://www.google.com/maps", "https://google.com/maps/", false],
    ["https://m.yelp.com", "https://m.yelp.com/", false],
    ["https://facebook.com/?locale=en", "https://facebook.com/?locale=en", false],
    ["https://maps.google.com/?cid=12", "https://maps.google.com/?cid=12&hl=en", true],
    ["https://x.abc.com", "https://x.abc.com/", true],
  ] as const)
    expect([one, other, alike({ website: one }, { ...named, website: other })]).toEqual([
      one,
      other,
      expected,
    ]);
});

test("names are not alike by words that say the kind or the city", () => {
  const names = [
    "Tulsa Mosque",
    "Bosnian Islamic Cultural Center Tulsa",
    "Dar Elsalam Islamic Center",
    "Dar El-Eman Islamic Center",
    "Masjid Salaam Cultural Center",
    "Masjid Darul Quba Cultural Center",
    "&pizza",
    "Olive Pizza",
    "Pizza Pizza",
    "Masjid Al-Rahmah",
    "Masjid Al-Rahman",
    "Noor Grill",
    "Noor Market",
    "Halal Guys 1",
    "Halal Guys 2",
  ];
  const found = names.flatMap((one, n) =>
    names.slice(n + 1).flatMap((other, m) => {
      const isAlike = alike(
        { name: one, address: `${n} Elm St` },
        { name: other, address: `${n + m + 1} Oak Rd` },
      );
      return isAlike ? [[one, other]] : [];
    }),
  );
  expect(found).toEqual([]);
  for (const [one, other] of [
    ["Masjid An-Nur", "Al Noor Mosque"],
    ["Oak Bakery", "Oak Bakery Tulsa"],
    ["King Fahad Mosque", "Masjid King Fahd"],
    ["Tulsa Mosque", "Mosque of Tulsa"],
  ] as const)
    expect([
      one,
      other,
      alike({ name: one, address: "1 Elm St" }, { name: other, address: "2 Oak Rd" }),
    ]).toEqual([one, other, true]);
});
