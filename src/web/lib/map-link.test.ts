import { expect, test } from "bun:test";
import { mapLink } from "./map-link.ts";

const place = { name: "Noor & Sons", address: "1 Main St", city: "Dearborn", state: "MI", zipCode: "48126" };

test("a map is asked for the place by its name and address, and by its id where that is known", () => {
  const known = new URL(mapLink({ ...place, placeId: "ChIJ_1" }));
  expect(known.origin + known.pathname).toBe("https://www.google.com/maps/search/");
  expect(Object.fromEntries(known.searchParams)).toEqual({
    api: "1",
    query: "Noor & Sons, 1 Main St, Dearborn, MI 48126",
    query_place_id: "ChIJ_1",
  });
  expect(new URL(mapLink({ ...place, zipCode: "", placeId: null })).searchParams.get("query")).toBe(
    "Noor & Sons, 1 Main St, Dearborn, MI",
  );
  expect(mapLink({ ...place, placeId: null })).not.toContain("query_place_id");
});
