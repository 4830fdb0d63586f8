import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { samplePlaces } from "../../../../demo/sample-directory.ts";
import { CATEGORIES } from "../../../../shared/places/places.ts";
import { type TestApp, testApp } from "../../../../testing/app.ts";
import { insertPlaces } from "../../import/bulk-insert.ts";
import { withFewWords } from "./interpretations.ts";

/** Name, address, city, state and category. */
const PLACES = [
  "Muath Jabal Books|36 Birch Rd|Dearborn|MI|retail", // almost the names below: most of the words would find these
  "Foundation of Greater Louis Steven|37 Birch Rd|Ballwin|MO|retail",
  "Sevenoaks Star Books|39 Birch Rd|Toledo|OH|retail",
  "Jerusalem Bakery No Sugar|38 Birch Rd|Toledo|OH|grocery",
  "Masjid Muath Bin Jabal|40 Birch Rd|Dearborn|MI|mosque",
  "Islamic Foundation of Greater St. Louis|41 Birch Rd|Ballwin|MO|mosque",
  "Masjid Rahmah|42 Birch Rd|Newark|NJ|mosque",
  "Masjid Alrahma مسجد الرحمة|43 Birch Rd|La Mesa|CA|mosque",
  "al-Masjid al-Awwal|44 Birch Rd|Pittsburgh|PA|mosque",
  "Jamia Masjid|45 Birch Rd|Las Vegas|NV|mosque",
  "Dar Al-Wadi|1 Ash St|Elmville|MI|mosque",
  "Sahara Palace|2 Ash St|Elmville|MI|restaurant",
  "Islamic Association of Elmville|3 Ash St|Elmville|MI|mosque",
  "Noor Meats|4 Ash St|Elmville|MI|grocery",
  "Noor Books|5 Ash St|Elmville|MI|retail",
  "&pizza|1 Fir St|Elmville|MI|restaurant",
  "Dodo Pizza|2 Fir St|Elmville|MI|restaurant",
  "Pizza Pizza|6 Fir St|Elmville|MI|restaurant",
  "Coffee Culture|7 Fir St|Elmville|MI|restaurant",
  "The Coffee|9 Fir St|Elmville|MI|restaurant",
  "Chick-N-Go|1 Yew St|Elmville|MI|restaurant",
  "Mo-Mo House|2 Yew St|Elmville|MI|restaurant",
  "Mt. Zion Halal Meats|3 Yew St|Elmville|MI|grocery",
  "Dr. Kebab|4 Yew St|Elmville|MI|restaurant",
  "Jerusalem Bakery #2|5 Yew St|Elmville|MI|grocery",
  "7-Star Halal|6 Yew St|Elmville|MI|grocery",
  "Nour Halal Restaurant|12 Elm St|Chicago|IL|restaurant",
  "Masjid Quba|13 Elm St|Chicago|IL|mosque",
  "Bilal Sweets|1 Oak St|Calgary|AB|restaurant",
  "Bilal Sweets|1 Oak St|Ottawa|ON|restaurant",
  "Hijra Falafel|4640 Bellaire Boulevard|Houston|TX|restaurant",
  "Cedar Grill|8 Lake Rd|Detroit|MI|restaurant",
  "Tulip Carpets|9 Lake Rd|Detroit|MI|retail",
  "Islamic Society of Greater Elm County|20 Elm St|Toledo|OH|mosque",
  "Bismillah Restaurant|21 Elm St|Toledo|OH|restaurant",
  "Bismillah Cafe|22 Elm St|Toledo|OH|restaurant",
  "Fatih Camii|23 Elm St|Toledo|OH|mosque",
  "Yemen Tea House|7130 5th Ave|Toledo|OH|restaurant",
  "Yemen Tea House|176 Atlantic Ave|Toledo|OH|restaurant",
  "Ravi House|24 Elm St|Toledo|OH|restaurant",
  "Ravi House II|25 Elm St|Toledo|OH|restaurant",
  "99 Lanterns|26 Elm St|Toledo|OH|restaurant",
  "Halal Food|27 Elm St|Toledo|OH|restaurant",
  "Adama Khadija Mosque|28 Elm St|Toledo|OH|mosque",
  "Adama Center|29 Elm St|Toledo|OH|mosque",
  "Masjid Hamza Lodge|30 Elm St|Toledo|OH|mosque",
  "Masjid Hamza (Valley Stream)|31 Elm St|Toledo|OH|mosque",
].map((line) => line.split("|"));

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const [sample] = samplePlaces(1, 1);
  if (!sample) throw new Error("there is no sample place");
  const rows = PLACES.map(([name = "", address = "", city = "", state = "", kind], n) => {
    const category = CATEGORIES.find((each) => each === kind) ?? "restaurant";
    const halalVerificationStatus = "unverified" as const;
    const phone = name === "Cedar Grill" ? "3135550142" : "";
    return {
      ...sample,
      placeId: `p${n}`,
      name,
      address,
      city,
      state,
      category,
      phone,
      halalVerificationStatus,
    };
  });
  await app.db.transaction((tx) => insertPlaces(tx, rows, new Date()));
});
afterAll(() => app.close());

/** The names that visitors find, best first. */
async function find(q: string, more = ""): Promise<string[]> {
  const answer = await app.send(`GET /api/places?q=${encodeURIComponent(q)}&limit=50${more}`);
  return answer.json.map(({ name }: { name: string }) => name);
}

const firsts = async (pairs: readonly (readonly [string, string])[]) => {
  const found = [];
  for (const [query] of pairs) found.push([query, (await find(query))[0]] as const);
  return found;
};

describe("the search of places", () => {
  test("has the name that was typed first, whatever its words", async () => {
    const typed = ["pizza pizza", "&pizza", "the coffee", "dodo pizza", "coffee culture"].map(
      (query) => [query, query] as const,
    );
    const found = (await firsts(typed)).map(([query, name]) => [query, name?.toLowerCase()] as const);
    expect(found).toEqual(typed);
  });

  test("has words as typed above their other spellings, and these above words that mean the same", async () => {
    expect((await find("مسجد الرحمة"))[0]).toBe("Masjid Alrahma مسجد الرحمة");
    expect(await find("jami masjid")).toEqual([
      "Jamia Masjid",
      "al-Masjid al-Awwal",
      "Masjid Quba",
      "Masjid Rahmah",
      "Masjid Hamza Lodge",
      "Masjid Alrahma مسجد الرحمة",
      "Masjid Hamza (Valley Stream)",
      "Masjid Muath Bin Jabal",
      "Fatih Camii",
      "Adama Khadija Mosque",
    ]);
  });

  test("knows abbreviations, numbers as words, and words that are joined or split by signs", async () => {
    const pairs = [
      ["muath ibn jabal", "Masjid Muath Bin Jabal"],
      ["muath ben jabal", "Masjid Muath Bin Jabal"],
      ["islamic foundation of greater saint louis", "Islamic Foundation of Greater St. Louis"],
      ["foundation of greater ste louis", "Islamic Foundation of Greater St. Louis"],
      ["mount zion", "Mt. Zion Halal Meats"],
      ["doctor kebab", "Dr. Kebab"],
      ["jerusalem bakery no 2", "Jerusalem Bakery #2"],
      ["jerusalem bakery no. 2", "Jerusalem Bakery #2"],
      ["seven star", "7-Star Halal"],
      ["seven star halal", "7-Star Halal"],
      ["7star halal", "7-Star Halal"],
      ["chickngo", "Chick-N-Go"],
      ["chick n go", "Chick-N-Go"],
      ["momo house", "Mo-Mo House"],
    ] as const;
    expect(await firsts(pairs)).toEqual([...pairs]);
  });

  test("finds most of the words, whatever kind, legal form, city, state or address is typed besides", async () => {
    const pairs = [
      ["dar al-wadi islamic center", "Dar Al-Wadi"],
      ["dar al wadi (daw)", "Dar Al-Wadi"],
      ["dar al wadi (quuxly zorbing brickle society)", "Dar Al-Wadi"],
      ["sahara palace restaurant", "Sahara Palace"],
      ["sahara restaurant", "Sahara Palace"],
      ["sahara palace restarant", "Sahara Palace"],
      ["sahara palace llc", "Sahara Palace"],
      ["Sahara Palace, Inc.", "Sahara Palace"],
      ["sahara palace - elmville", "Sahara Palace"],
      ["sahara palace, elmville, MI 48126", "Sahara Palace"],
      ["sahara palace 2 ash street", "Sahara Palace"],
      ["sahara palace 900 other road", "Sahara Palace"],
      ["sahara palace quuxly", "Sahara Palace"],
      ["noor grocery", "Noor Meats"],
      ["noor shop", "Noor Books"],
      ["islamic center elmville", "Islamic Association of Elmville"],
      ["rahmah newark", "Masjid Rahmah"],
      ["nor halal restarant", "Nour Halal Restaurant"],
      ["nor halal", "Nour Halal Restaurant"],
      ["4640 bellaire", "Hijra Falafel"],
      ["4640 bellaire houston", "Hijra Falafel"],
    ] as const;
    expect(await firsts(pairs)).toEqual([...pairs]);
  });

  test("finds initials, words without vowels, other languages' words for a kind, and the number of a branch", async () => {
    const pairs = [
      ["isgec", "Islamic Society of Greater Elm County"],
      ["bsmllh cafe", "Bismillah Cafe"],
      ["bismilah restrant", "Bismillah Restaurant"],
      ["fatih mosque", "Fatih Camii"],
      ["fatih islamic center", "Fatih Camii"],
      ["ravi house 2", "Ravi House II"],
      ["ninety nine lanterns", "99 Lanterns"],
      ["(313) 555-0142", "Cedar Grill"],
    ] as const;
    expect(await firsts(pairs)).toEqual([...pairs]);
  });

  test("has a name without other words first, also if it means a kind of place", async () => {
    const pairs = [
      ["halal food", "Halal Food"],
      ["halal food toledo", "Halal Food"],
      ["adama islamic center", "Adama Center"],
      ["masjid hamza", "Masjid Hamza (Valley Stream)"],
    ] as const;
    expect(await firsts(pairs)).toEqual([...pairs]);
  });

  test("finds the branch in a street that is typed without its number, or with words for any place", async () => {
    const addresses = async (q: string) =>
      (await app.send(`GET /api/places?q=${encodeURIComponent(q)}`)).json.map(
        ({ address }: { address: string }) => address,
      );
    expect((await addresses("yemen tea house atlantic avenue"))[0]).toBe("176 Atlantic Ave");
    expect((await addresses("yemen atlantic"))[0]).toBe("176 Atlantic Ave");
    expect((await addresses("halal 176 atlantic"))[0]).toBe("176 Atlantic Ave");
    expect(await addresses("yemen pacific")).toEqual([]);
  });

  test("finds places of a city whose name is typed with other words or alone", async () => {
    expect(await find("Detroit")).toEqual(["Cedar Grill", "Tulip Carpets"]);
    expect(await find("detroit mi")).toEqual(["Cedar Grill", "Tulip Carpets"]);
    expect(await find("Detroit grill")).toEqual(["Cedar Grill"]);
    expect(await find("restaurant in detroit")).toEqual(["Cedar Grill"]);
    expect(await find("masjid chicago")).toEqual(["Masjid Quba"]);
    expect((await find("islamic center elmville")).toSorted()).toEqual([
      "Dar Al-Wadi",
      "Islamic Association of Elmville",
    ]);
    const halal = await find("halal near me"); // halal food, whatever the names
    expect([halal.includes("Cedar Grill"), halal.includes("Masjid Quba")]).toEqual([true, false]);
    const { json } = await app.send("GET /api/places?q=bilal+sweets+calgary");
    expect(json.map(({ city }: { city: string }) => city)).toEqual(["Calgary"]);
  });

  test("finds nothing by words for kinds and cities alone beside one that no name has", async () => {
    for (const query of ["masjid xyzzy", "halal grill xyzzy", "xyzzy detroit", "xyzzy llc", "dodo xyzzy"])
      expect([query, await find(query)]).toEqual([query, []]);
  });

  test("looks only in the city and the category that are given", async () => {
    expect(await find("sahara restaurant", "&city=detroit")).toEqual([]);
    expect(await find("sahara restaurant", "&category=grocery")).toEqual([]);
    expect(await find("4640 bellaire", "&city=detroit")).toEqual([]);
    expect(await find("", "&city=detroit&category=retail")).toEqual(["Tulip Carpets"]);
  });
});

test("a visitor's text has ten words at most, and each of them twice", () => {
  const letters = Array.from({ length: 50 }, () => "a").join(" ");
  expect(withFewWords(letters)).toBe("a a");
  expect(withFewWords("a,a,a A-a")).toBe("a,a, -");
  expect(withFewWords("1 2 3 4 5 6 7 8 9 10 11 12")).toBe("1 2 3 4 5 6 7 8 9 10");
  for (const text of ["Walla Walla, WA", "Zam Zam & Sons", "St. John's", "مسجد الرحمة", "7-Star Halal #2"])
    expect(withFewWords(text)).toBe(text);
});
