import { expect, test } from "bun:test";
import { directionsLinks } from "./directions.ts";

const GRILL = { name: "Noor & Sons", address: "1 Main St", city: "Dearborn", state: "MI", zipCode: "48126" };
const POSTAL = "1 Main St, Dearborn, MI 48126";
const read = (place: Parameters<typeof directionsLinks>[0]) =>
  directionsLinks(place).map(({ name, url }) => {
    const { origin, pathname, searchParams } = new URL(url);
    return [name, origin + pathname, Object.fromEntries(searchParams)];
  });

test("directions to a place open in four map services, by its point where it is known", () => {
  expect(read({ ...GRILL, latitude: 42.32, longitude: -83.18 })).toEqual([
    ["Apple Maps", "https://maps.apple.com/", { daddr: POSTAL }],
    ["Google Maps", "https://www.google.com/maps/dir/", { api: "1", destination: `Noor & Sons, ${POSTAL}` }],
    ["Waze", "https://waze.com/ul", { ll: "42.32,-83.18", navigate: "yes" }],
    ["OpenStreetMap", "https://www.openstreetmap.org/directions", { to: "42.32,-83.18" }],
  ]);
});

test("a place without a point is looked up by its address", () => {
  const [, , waze, osm] = read({ ...GRILL, latitude: null, longitude: null });
  expect(waze?.[2]).toEqual({ q: POSTAL, navigate: "yes" });
  expect(osm?.[2]).toEqual({ to: POSTAL });
});
