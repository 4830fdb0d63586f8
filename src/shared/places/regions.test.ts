import { expect, test } from "bun:test";
import {
  billingRegions,
  countryCode,
  finishedRegion,
  listCountries,
  PLACE_REGIONS,
  regionCode,
  typedRegion,
  US_STATES,
} from "./regions.ts";

/** What is in the field after each key, as a browser would have it. */
const typing = (text: string): string =>
  [...text].reduce((held, sign) => typedRegion(held + sign, PLACE_REGIONS), "");

test("every state and province gets its own code by its name, typed letter by letter or at once", () => {
  for (const [code, name] of Object.entries(PLACE_REGIONS)) {
    expect([name, typing(name)]).toEqual([name, code]);
    expect([name, typedRegion(name.toUpperCase(), PLACE_REGIONS)]).toEqual([name, code]);
    expect([code, regionCode(code.toLowerCase(), PLACE_REGIONS)]).toEqual([code, code]);
  }
  expect([typing("Missouri"), typing("quebec"), typing("N.Y.")]).toEqual(["MO", "QC", "NY"]);
});

test("a text that is the beginning of no name keeps its first two letters", () => {
  expect([typing("NYC"), typing("Zebra")]).toEqual(["NY", "ZE"]);
});

test("a name that is not finished becomes its code only where it leaves no doubt", () => {
  const finished = { Misso: "MO", Mis: "Mis", Mi: "Mi", mi: "mi", "N.Y.": "NY", Cal: "CA", XX: "XX", "": "" };
  for (const [typed, held] of Object.entries(finished))
    expect([typed, finishedRegion(typed, PLACE_REGIONS)]).toEqual([typed, held]);
});

test("military codes are regions of a billing address in the US, and of no place", () => {
  for (const code of ["AA", "AE", "AP"]) {
    expect(regionCode(code, billingRegions("US") ?? {})).toBe(code);
    expect(regionCode(code, PLACE_REGIONS)).toBeNull();
  }
  expect(Object.keys(US_STATES)).toHaveLength(56);
  expect(Object.keys(billingRegions("CA") ?? {})).toHaveLength(13);
  expect(billingRegions("GB")).toBeNull();
});

test("every country is known by its code and its name, the United States and Canada first", () => {
  const countries = listCountries();
  expect(countries).toHaveLength(249);
  expect(countries.slice(0, 3).map(({ name }) => name)).toEqual(["United States", "Canada", "Afghanistan"]);
  for (const { code, name } of countries)
    expect([countryCode(code.toLowerCase()), countryCode(name)]).toEqual([code, code]);
  expect([countryCode("USA"), countryCode("Atlantis"), countryCode("")]).toEqual(["US", null, null]);
});
