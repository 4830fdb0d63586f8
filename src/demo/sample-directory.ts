import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { days } from "../shared/duration.ts";
import { dayIn } from "../shared/places/days.ts";
import type { Callers } from "./callers.ts";
import type { SampleEvent, SampleStaff } from "./events.ts";
import { samplePlaces } from "./sample-places.ts";

export const PLACES = 2_000;
export const SEED = 7; // any: the same places every time
const LOOKED_AT = 40;
const VISITED = 6;

/** The operator imports a directory of places; staff read and look up some of the certificates in it. */
export const directoryEvents = (callers: Callers, staff: SampleStaff): readonly SampleEvent[] => [
  { daysAgo: 85, run: () => importPlaces(callers) },
  { daysAgo: 84, run: () => verifyPlaces(callers, staff) },
  { daysAgo: 50, run: () => visitPlaces(callers, staff) },
];

async function verifyPlaces(callers: Callers, { admin, manager }: SampleStaff): Promise<void> {
  const { pois, issuers, evidence } = callers.staff(admin).admin;
  const second = callers.staff(manager).admin.reviews.readings;
  const site = "https://halal-council.example.org";
  const { id: issuerId } = await issuers.add({
    ...{ name: "Sample Halal Council", country: "US", site, register: `${site}/register` },
    about: "An invented body for this demonstration. It visits each place twice a year.",
    standard: "Hand-slaughtered meat from its own list of suppliers. No alcohol and no pork on the premises.",
  });
  const { items } = await pois.list({ limit: LOOKED_AT, category: "restaurant" });
  for (const [n, { id }] of items.entries()) {
    const read = { issuerId, number: `SHC-${2_000 + n}`, validUntil: dayFromToday(5 + 10 * n) };
    const validFrom = dayFromToday(-200);
    const certificate = await evidence.add({ id, kind: "certificate", validFrom, ...read });
    if (n % 5 === 0) continue; // these wait for the second reading
    await second.read({ id: certificate.id, ...read });
    const checkedAt = dayFromToday(-85);
    await evidence.add({ id, kind: "lookup", issuerId, address: `${site}/register`, checkedAt });
  }
}

/** Meat-free shops become friendly; what was recorded of the last one by mistake is withdrawn. */
async function visitPlaces(callers: Callers, { admin, manager }: SampleStaff): Promise<void> {
  const { pois, evidence } = callers.staff(manager).admin;
  const asked = { address: "office@zabiha-board.example.org", site: "https://zabiha-board.example.org" };
  await callers.staff(admin).admin.issuers.add({ name: "Sample Zabiha Board", country: "CA", ...asked });
  const { items } = await pois.list({ limit: VISITED, category: "grocery" });
  let last = "";
  for (const { id } of items) {
    await evidence.add({ id, kind: "declaration", meatFree: true, noAlcohol: true, noPork: true });
    const visit = await evidence.add({ id, kind: "visit", checkedAt: dayFromToday(-51) });
    last = visit.id;
  }
  await evidence.revoke({ id: last, reason: "This was the visit of another shop. (Sample.)" });
}

const dayFromToday = (n: number): string => dayIn("UTC", new Date(Date.now() + days(n)));

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
