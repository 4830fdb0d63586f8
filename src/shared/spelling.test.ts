import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isOneTypo } from "./edit-distance.ts";
import { fold, foldedWords, skeleton, wantedIn, wordsOf } from "./spelling.ts";

describe("folding", () => {
  test("takes case, accents, apostrophes and the ayn away, and doing it twice changes nothing", () => {
    expect(fold("Montréal")).toBe("montreal");
    expect(fold("Qur’an ʿAlī Ka'bah")).toBe("quran ali kabah");
    expect(fold("STRAẞE İstanbul Łódź")).toBe("strasse istanbul lodz");
    expect(fold("نُور")).toBe(fold("نور"));
    expect(fold("Qur´an Kaʽba")).toBe("quran kaba");
    expect(fold("مدینہ مدینة")).toBe("مدينه مدينه");
    expect(fold("٧٨٦ ۷۸۶")).toBe("786 786");
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => fold(fold(text)) === fold(text)));
  });

  test("keeps signs that people look for as words of their own", () => {
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

describe("the usual spellings of a word are one", () => {
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

  test("and different words stay different", () => {
    const words =
      "bell bill ball chicken kitchen halal hilal noor nora masjid majid karim karam salam salim".split(" ");
    expect(new Set(words.map(skeleton)).size).toBe(words.length);
  });

  test("a typed beginning gives the beginning of what the word gives, but for its last letters", () => {
    for (const word of ["noor", "farooq", "khadija", "taqwa", "raheem", "hallal"])
      for (let end = 1; end < word.length; end += 1)
        expect([word, end, skeleton(word).startsWith(skeleton(word.slice(0, end)).slice(0, -1))]).toEqual([
          word,
          end,
          true,
        ]);
  });
});

describe("a name's words", () => {
  const tokens = (name: string) => wordsOf(name).words.map(({ token }) => token);

  test("hold articles joined and left out, and what stands for a mosque", () => {
    expect(tokens("Al-Noor Mosque")).toEqual(
      expect.arrayContaining(["noor", "nur", "alnoor", "mosque", "masjid"]),
    );
    expect(tokens("Arrahman")).toContain("rahman");
    expect(tokens("Islamic Centre of Boston")).toEqual(
      expect.arrayContaining(["masjid", "islamic", "center", "boston"]),
    );
    expect(tokens("مسجد النور")).toEqual(expect.arrayContaining(["masjid", "nur"]));
  });

  test("may be names of what every object has", () => {
    for (const word of ["constructor", "alconstructor", "toString", "valueOf", "__proto__"])
      for (const { token } of wordsOf(`${word} Grill`).words)
        expect([word, typeof token]).toEqual([word, "string"]);
    expect(tokens("alconstructor")).toEqual(["alconstructor", "constructor"]);
  });

  test("are few and short however long the name is, so that they fit an index", () => {
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

describe("what was typed", () => {
  test("is parts that must all be met, without articles and little words", () => {
    expect(wantedIn("the masjid of an nur").map(({ typed }) => typed)).toEqual(["masjid", "nur"]);
    const typed = (query: string) => wantedIn(query).map((each) => each.typed);
    expect(typed("masjid e noor")).toEqual(["masjid", "noor"]);
    expect(typed("dar us salam")).toEqual(["dar", "salam"]);
    expect([typed("halal e"), typed("us market")]).toEqual([
      ["halal", "e"],
      ["us", "market"],
    ]);
    expect(wantedIn("of").map(({ typed }) => typed)).toEqual(["of"]);
    expect(wantedIn("( ) ...")).toEqual([]);
  });
});

test("one typing error is one letter more, less, other, or two exchanged", () => {
  for (const typed of ["halal", "haal", "hallal", "hxlal", "hlaal", "halla", "alal", "xhalal"])
    expect([typed, isOneTypo(typed, "halal")]).toEqual([typed, true]);
  for (const typed of ["hal", "hlala", "hxxal", "lahal", "halalxx", ""])
    expect([typed, isOneTypo(typed, "halal")]).toEqual([typed, false]);
});
