import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { distance } from "../../../shared/places/places.ts";
import { cityLabel, createGazetteer } from "./gazetteer.ts";
import { citiesFile, mapFile } from "./geonames/generate.ts";
import { CITIES_FILE } from "./geonames/stored.ts";

const gazetteer = createGazetteer();
const found = (text: string, limit = 3) => gazetteer.search(text, limit).map(cityLabel);
const meant = (text: string) => {
  const city = gazetteer.meaning(text);
  return city && cityLabel(city);
};
const metroOf = (text: string) => {
  const city = gazetteer.meaning(text);
  const metro = city && gazetteer.city(city.metroId);
  return metro && cityLabel(metro);
};

test("the kept cities and the points of the map are those of the package that they come from", () => {
  const points = new URL("../../../web/kit/site/points.ts", import.meta.url);
  expect(readFileSync(points, "utf8") === mapFile()).toBe(true);
  expect(readFileSync(CITIES_FILE).equals(citiesFile())).toBe(true);
});

describe("the search of cities", () => {
  test("finds words by their start, in any case and without accents, the most populous first", () => {
    expect(found("dearb")).toEqual(["Dearborn, MI", "Dearborn Heights, MI"]);
    expect(found("MONTREAL", 1)).toEqual(["Montréal, QC"]);
    expect(found("heights", 1)).toEqual(["Washington Heights, NY"]);
    expect(found("orn")).not.toContain("Dearborn, MI");
  });

  test("takes a state after the name, as letters, as a name and half typed", () => {
    for (const text of ["Springfield, IL", "springfield il", "Springfield, Illinois", "springfield, illin"])
      expect([text, found(text)[0]]).toEqual([text, "Springfield, IL"]);
    expect(found("springfield,").length).toBe(3);
    expect(found("London Ontario, Canada", 1)).toEqual(["London, ON"]);
    expect(found("Springfield, XX")).toEqual([]);
  });

  test("knows short forms, and the names that people use instead of those of GeoNames", () => {
    for (const text of ["st louis", "Saint Louis", "St. Louis"])
      expect(found(text, 1)).toEqual(["St. Louis, MO"]);
    expect(found("stockton", 1)).toEqual(["Stockton, CA"]);
    expect(found("st", 20)).toContain("Stockton, CA");
    expect([found("new york, ny", 1), found("washington dc", 1), found("ft worth", 1)]).toEqual([
      ["New York City, NY"],
      ["Washington, DC"],
      ["Fort Worth, TX"],
    ]);
  });

  test("finds nothing for no words, signs and the unknown, and no more than the limit", () => {
    for (const text of ["", " ", ",", ", MI", "%", "zzzz"]) expect([text, found(text)]).toEqual([text, []]);
    expect(found("san", 8).length).toBe(8);
  });
});

describe("the city that a text means", () => {
  test("is found by the names that people use", () => {
    const texts = {
      Bronx: "The Bronx, NY",
      "Bronx, NY": "The Bronx, NY",
      NYC: "New York City, NY",
      DC: "Washington, DC",
      LA: "Los Angeles, CA",
      Vegas: "Las Vegas, NV",
      Philly: "Philadelphia, PA",
      "West Bloomfield Twp., MI": "West Bloomfield Township, MI",
      "W Bloomfield": "West Bloomfield Township, MI",
      "Flushing, NY": "Queens, NY",
      "N. York ON": "North York, ON",
      "Quebec City": "Québec, QC",
      "29 Palms": "Twentynine Palms, CA",
    };
    for (const [text, label] of Object.entries(texts)) expect([text, meant(text)]).toEqual([text, label]);
  });

  test("is found by ZIP and postal codes that clearly belong to one", () => {
    const texts = {
      "48126": "Dearborn, MI",
      "02139": "Cambridge, MA",
      "11354-1234": "Queens, NY",
      "M5V 3L9": "Toronto, ON",
      l5b: "Mississauga, ON",
      "Dearborn, MI 48126": "Dearborn, MI",
      "Springfield 62701": null,
      "00000": null,
    };
    for (const [text, label] of Object.entries(texts)) expect([text, meant(text)]).toEqual([text, label]);
    expect(found("48126")).toEqual(["Dearborn, MI"]);
  });

  test("is the one of its state, in every way to write it", () => {
    for (const text of ["Dearborn, MI", " dearborn  mi", "Dearborn, Michigan, USA", "DEARBORN"])
      expect([text, meant(text)]).toEqual([text, "Dearborn, MI"]);
  });

  test("is the largest of its name only if it has ten times the people of the next", () => {
    expect([meant("Houston"), meant("Toronto"), meant("New York")]).toEqual([
      "Houston, TX",
      "Toronto, ON",
      "New York City, NY",
    ]);
    for (const text of ["Springfield", "Portland", "Columbus", "Dearb", "Nowhere", ""])
      expect([text, meant(text)]).toEqual([text, null]);
  });

  test("is found by the label of each city", () => {
    const cities = gazetteer.metros().filter(({ population }) => population > 200_000);
    expect(cities.length).toBeGreaterThan(80);
    for (const city of cities) expect(meant(cityLabel(city))).toBe(cityLabel(city));
  });
});

describe("a metro", () => {
  test("holds the cities around its main city, in one country", () => {
    expect(
      ["Dearborn, MI", "Paterson, NJ", "Brooklyn, NY", "Mississauga, ON", "Fort Worth, TX"].map(metroOf),
    ).toEqual(["Detroit, MI", "New York City, NY", "New York City, NY", "Toronto, ON", "Dallas, TX"]);
    expect(
      ["Windsor, ON", "Baltimore, MD", "Washington, DC", "Anchorage, AK", "Honolulu, HI"].map(metroOf),
    ).toEqual(["Windsor, ON", "Baltimore, MD", "Washington, DC", "Anchorage, AK", "Honolulu, HI"]);
  });

  test("exists for every city, and lists its cities", () => {
    const detroit = gazetteer.meaning("Detroit, MI")?.id ?? 0;
    const dearborn = gazetteer.meaning("Dearborn, MI")?.id ?? 0;
    const metros = gazetteer.metros().map(({ id }) => id);
    expect(gazetteer.citiesOf([detroit])).toContain(dearborn);
    expect(new Set(gazetteer.citiesOf(metros)).size).toBe(16_879);
    expect([gazetteer.citiesOf([]), gazetteer.city(1)]).toEqual([[], null]);
  });
});

describe("the nearest city", () => {
  test("is the one that a comparison with all finds", () => {
    const all = gazetteer
      .citiesOf(gazetteer.metros().map(({ id }) => id))
      .flatMap((id) => gazetteer.city(id) ?? []);
    for (let n = 0; n < 60; n++) {
      const point = { latitude: 25 + ((n * 7.31) % 40), longitude: -160 + ((n * 13.7) % 105) };
      const [best] = all
        .map((city) => ({ city, away: distance(point, city) }))
        .sort((a, b) => a.away - b.away);
      const expected = best && best.away <= 250 ? best.city.id : null;
      expect([point, gazetteer.nearest(point)?.id ?? null]).toEqual([point, expected]);
    }
  });

  test("is none far out at sea, abroad and at the pole", () => {
    for (const [latitude, longitude] of [
      [35, -45],
      [21.4, 39.8],
      [90, 0],
    ] as const)
      expect(gazetteer.nearest({ latitude, longitude })).toBeNull();
  });
});

test("knows the cities around a point, the nearest first, and those of a state, the most populous first", () => {
  const around = gazetteer.around({ latitude: 42.32, longitude: -83.18 }, 12).map(({ name }) => name);
  expect(around[0]).toBe("Dearborn");
  expect(around).toContain("Detroit");
  expect(around).not.toContain("Ann Arbor");
  expect(gazetteer.around({ latitude: 89, longitude: 0 }, 12)).toEqual([]);
  const [first, second] = gazetteer.inState("MI");
  expect([first?.name, second?.name]).toEqual(["Detroit", "Grand Rapids"]);
});
