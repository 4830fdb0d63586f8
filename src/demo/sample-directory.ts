import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Callers } from "./callers.ts";
import type { SampleEvent, SampleStaff } from "./events.ts";
import { samplePlaces } from "./sample-places.ts";

const PLACES = 2_000;
const SEED = 7; // any: the same places every time
const VERIFIED = 40;

/** The operator imports a directory of places; staff verify some of the certificates in it. */
export const directoryEvents = (callers: Callers, { admin }: SampleStaff): readonly SampleEvent[] => [
  { daysAgo: 85, run: () => importPlaces(callers) },
  {
    daysAgo: 84,
    async run() {
      const { pois } = callers.staff(admin).admin;
      const { items } = await pois.list({ limit: VERIFIED });
      for (const { id } of items) await pois.update({ id, halalVerificationStatus: "verified" });
    },
  },
];

async function importPlaces({ operator }: Callers): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "rihla-places-"));
  try {
    const file = join(folder, "places.geojson");
    const features = [...samplePlaces(PLACES, SEED)].map(({ latitude, longitude, ...properties }) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [longitude, latitude] },
      properties,
    }));
    await Bun.write(file, JSON.stringify({ type: "FeatureCollection", features }));
    await operator.admin.pois.import({ file });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
