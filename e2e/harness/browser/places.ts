import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const ROOT = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);

export interface Imported {
  readonly name: string;
  /** Degrees; without them the sync cannot match the place. */
  readonly at?: readonly [longitude: number, latitude: number];
  readonly placeId?: string;
  /** A restaurant by default. */
  readonly category?: string;
  readonly facts?: object;
}

/** Imports places as an operator does: with the command line, next to the running server. */
export async function importPlaces(places: readonly Imported[]): Promise<void> {
  const { E2E_DATA_DIR: home } = process.env;
  if (!home) throw new Error("E2E_DATA_DIR is not set: where does the server keep its data?");
  const folder = await mkdtemp(join(tmpdir(), "rihla-places-"));
  const file = join(folder, "places.geojson");
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
  await writeFile(file, JSON.stringify({ type: "FeatureCollection", features }));
  await run(`${ROOT}/node_modules/.bin/bun`, ["cli/main.ts", "poi", "import", file, "--json"], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: home },
  });
  await rm(folder, { recursive: true });
}
