import { expect, test } from "bun:test";
import { placePath, placeSlug, slugOf } from "./slug.ts";

const PLACE = { id: "01m1k000000000000q37k2c9zz", name: "Al-Noor Grill", city: "Dearborn", state: "MI" };

test("A place's address has its name, city and state in plain letters, and the end of its id", () => {
  expect(placePath(PLACE)).toBe("/places/al-noor-grill-dearborn-mi-37k2c9zz");
  expect(slugOf("Café Ünal & Söhne’s", "Montréal", "QC")).toBe("cafe-unal-sohnes-montreal-qc");
});

test("A name that has no Latin letters leaves the city and the id in the address", () => {
  expect(placeSlug({ ...PLACE, name: "مطعم النور" })).toBe(`dearborn-mi-${PLACE.id.slice(-8)}`);
  expect(placeSlug({ ...PLACE, name: "", city: "", state: "" })).toBe(PLACE.id.slice(-8));
});

test("The address of a long name is cut between words", () => {
  const slug = slugOf("a ".repeat(200), "Dearborn", "MI");
  expect(slug.length).toBeLessThanOrEqual(80);
  expect(slug).not.toEndWith("-");
});
