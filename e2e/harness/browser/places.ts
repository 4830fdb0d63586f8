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

/** Imports places as an operator does, at an address of their own: what is much alike at one address is one place. */
export async function importPlaces(places: readonly Imported[]): Promise<void> {
  const address = `1 Main${crypto.randomUUID().slice(0, 8)} Street`;
  const features = places.map(({ name, at, placeId, category = "restaurant", facts }) => ({
    type: "Feature",
    geometry: at ? { type: "Point", coordinates: at } : null,
    properties: {
      name,
      placeId,
      address,
      city: "Dearborn",
      state: "MI",
      category,
      facts,
    },
  }));
  await importFeatures(features);
}
