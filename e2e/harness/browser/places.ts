import { importFeatures } from "./operator.ts";

interface Imported {
  readonly name: string;
  /** Degrees; without them the sync cannot match the place. */
  readonly at?: readonly [longitude: number, latitude: number];
  readonly placeId?: string;
  /** A restaurant by default. */
  readonly category?: string;
  readonly facts?: object;
}

/** Imports places as an operator does. */
export async function importPlaces(places: readonly Imported[]): Promise<void> {
  const features = places.map(({ name, at, placeId, category = "restaurant", facts }) => ({
    type: "Feature",
    geometry: at ? { type: "Point", coordinates: at } : null,
    properties: {
      name,
      placeId,
      address: "1 Main Street",
      city: "Dearborn",
      state: "MI",
      category,
      facts,
    },
  }));
  await importFeatures(features);
}
