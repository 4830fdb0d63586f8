import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { hasConsonantsOf, isOneTypo } from "./edit-distance.ts";
import { fold, foldedWords, initialsOf, searchTermsOf, skeleton, wordsOf } from "./spelling.ts";

describe("folding a text", () => {
  test("removes case, accents, apostrophes and the ayn, and is idempotent", () => {
    expect(fold("Montréal")).toBe("montreal");
    expect(fold("Qur’an ʿAlī Ka'bah")).toBe("quran ali kabah");
    expect(fold("STRAẞE İstanbul Łódź")).toBe("strasse istanbul lodz");
    expect(fold("نُور")).toBe(fold("نور"));
    expect(fold("Qur´an Kaʽba")).toBe("quran kaba");
    expect(fold("مدینہ مدینة")).toBe("مدينه مدينه");
    expect(fold("٧٨٦ ۷۸۶")).toBe("786 786");
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => fold(fold(text)) === fold(text)));
  });

  test("keeps signs that people search for as words of their own", () => {
    expect(foldedWords("100% A_B \\ (C&D) - E.")).toEqual([
      "100",
      "%",
      "a",
      "_",
      "b",
      "\\",
      "c",
      "&",
      "d",
      "e",
    ]);
  });
});

describe("the usual spellings of a word have one skeleton", () => {
  for (const line of [
    "noor nour nur nuur",
    "masjid mosque musalla musallah mesjid",
    "muhammad mohammed mohamed muhamad",
    "farooq farouk faruq farook farouque",
    "siddiq siddique siddeeq",
    "taqwa takwa",
    "salam salaam selam",
    "khadija khadijah kadija",
    "deen din",
    "tawheed tawhid tauhid",
  ]) {
    test(line, () => {
      expect(new Set(line.split(" ").map(skeleton)).size).toBe(1);
    });
  }

  test("different words have different ones", () => {
    const words =
      "bell bill ball chicken kitchen halal hilal noor nora masjid majid karim karam salam salim".split(" ");
    expect(new Set(words.map(skeleton)).size).toBe(words.length);
  });

  test("the skeleton of a prefix is a prefix of the skeleton, except for its last letter", () => {
    for (const word of ["noor", "farooq", "khadija", "taqwa", "raheem", "hallal"])
      for (let end = 1; end < word.length; end += 1)
        expect([word, end, skeleton(word).startsWith(skeleton(word.slice(0, end)).slice(0, -1))]).toEqual([
          word,
          end,
          true,
        ]);
  });
});

describe("the indexed words of a name", () => {
  const tokens = (name: string) => wordsOf(name).words.map(({ token }) => token);

  test("include it with articles joined and left out, and synonyms for a mosque", () => {
    expect(tokens("Al-Noor Mosque")).toEqual(
      expect.arrayContaining(["noor", "nur", "alnoor", "mosque", "masjid"]),
    );
    expect(tokens("Arrahman")).toContain("rahman");
    expect(tokens("Islamic Centre of Boston")).toEqual(
      expect.arrayContaining(["masjid", "islamic", "center", "boston"]),
    );
    expect(tokens("مسجد النور")).toEqual(expect.arrayContaining(["masjid", "nur"]));
  });

  test("may be names of properties that every object has", () => {
    for (const word of ["constructor", "alconstructor", "toString", "valueOf", "__proto__"])
      for (const { token } of wordsOf(`${word} Grill`).words)
        expect([word, typeof token]).toEqual([word, "string"]);
    expect(tokens("alconstructor")).toEqual(["alconstructor", "constructor"]);
  });

  test("fit the index, however long the name is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
        const { words, key } = wordsOf(name);
        const bytes = (text: string) => new TextEncoder().encode(text).length;
        return (
          bytes(key) <= 1_401 &&
          words.every(({ token }) => !/\s/.test(token) && token !== "" && bytes(token) <= 240)
        );
      }),
    );
  });
});

describe("a query", () => {
  test("is split into terms without articles and stop words, unless it has nothing else", () => {
    expect(searchTermsOf("the masjid of an nur").map(({ typed }) => typed)).toEqual(["masjid", "nur"]);
    const typed = (query: string) => searchTermsOf(query).map((each) => each.typed);
    expect(typed("masjid e noor")).toEqual(["masjid", "noor"]);
    expect(typed("dar us salam")).toEqual(["dar", "salam"]);
    expect([typed("halal e"), typed("us market")]).toEqual([
      ["halal", "e"],
      ["us", "market"],
    ]);
    expect(searchTermsOf("of").map(({ typed }) => typed)).toEqual(["of"]);
    expect(searchTermsOf("( ) ...")).toEqual([]);
  });
});

test("one typing error is a letter inserted, omitted, replaced or swapped with its neighbor", () => {
  for (const typed of ["halal", "haal", "hallal", "hxlal", "hlaal", "halla", "alal", "xhalal"])
    expect([typed, isOneTypo(typed, "halal")]).toEqual([typed, true]);
  for (const typed of ["hal", "hlala", "hxxal", "lahal", "halalxx", ""])
    expect([typed, isOneTypo(typed, "halal")]).toEqual([typed, false]);
});

test("a word is meant by its consonants if it begins like the typed one", () => {
  for (const [typed, word] of [
    ["bsmllh", "bismillah"],
    ["msjd", "masjid"],
    ["restrant", "restaurant"],
  ] as const)
    expect([typed, hasConsonantsOf(word, typed)]).toEqual([typed, true]);
  for (const [typed, word] of [
    ["nr", "noor"], // too few
    ["msjd", "mosque"],
    ["slm", "islam"],
    ["noor", "nur"], // a matter of spelling
  ] as const)
    expect([typed, hasConsonantsOf(word, typed)]).toEqual([typed, false]);
});

test("only names of organizations have initials, without the words between", () => {
  expect(initialsOf("Islamic Society of Greater Houston")).toBe("isgh");
  expect(initialsOf("Muslim Community Center of the East Bay")).toBe("mcceb");
  expect(initialsOf("Noor Halal Grill")).toBe("");
  expect(initialsOf("Muslim Center")).toBe("");
});

describe("a word in Arabic or Bengali letters", () => {
  test("is looked for by its sounds, of which short vowels are not written", () => {
    const [shatila, sabri, neerob] = ["شاتيلا", "صبري", "নীরব"].map((word) => searchTermsOf(word)[0]);
    expect(shatila?.starts).toContain("shatila");
    expect(hasConsonantsOf("sabri", sabri?.typed ?? "")).toBe(true);
    expect(hasConsonantsOf("nirob", neerob?.typed ?? "")).toBe(true);
    expect(wordsOf("مطعم حلیم").words.map(({ token }) => token)).toContain("hlim");
  });

  test("is itself where a name has it", () => {
    expect(searchTermsOf("شاتيلا")[0]?.written).toEqual(["شاتيلا"]);
  });
});
