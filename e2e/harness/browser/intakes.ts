import type { FileSource } from "../../../src/shared/places/sources.ts";
import { staffApi } from "./evidence.ts";
import { expect } from "./screen.ts";

interface Listed {
  readonly name: string;
  readonly address: string;
  /** In Michigan. */
  readonly city: string;
  readonly at?: readonly [longitude: number, latitude: number];
}

/** A file of places as OpenStreetMap's tools export it. */
export const geojsonOf = (places: readonly Listed[]): string =>
  JSON.stringify({
    type: "FeatureCollection",
    features: places.map(({ name, address, city, at }, n) => ({
      type: "Feature",
      id: `node/${city}${n}`,
      geometry: at ? { type: "Point", coordinates: at } : null,
      properties: {
        ...{ name, amenity: "restaurant", "addr:street": address, "addr:city": city, "addr:state": "MI" },
      },
    })),
  });

/** Takes the places of a file of one city, which no other test may name: what is missing from it is gone. */
export async function takeIn(source: FileSource, city: string, places: readonly Listed[]): Promise<string> {
  const api = await staffApi();
  const query = new URLSearchParams({
    source,
    city: `${city}, MI`,
    release: "2026-11",
    name: "places.geojson",
  });
  const answer = await api.post(`/api/admin/intakes?${query}`, {
    data: geojsonOf(places),
    headers: { "Content-Type": "application/octet-stream" },
  });
  expect([answer.status(), await answer.text()]).toEqual([200, expect.any(String)]);
  return (await answer.json()).id;
}
