import { and, eq } from "drizzle-orm";
import { drawSamples } from "../../modules/places/intake/samples.ts";
import { intakes, placeSources } from "../../modules/places/intake/table.ts";
import { pois } from "../../modules/places/table.ts";
import { randomId } from "../../shared/id.ts";
import type { FileSource, SourceRow } from "../../shared/places/sources.ts";
import { basic } from "../accounts.ts";
import type { TestApp } from "../app.ts";

const COUNTS = { new: 0, same: 0, changed: 0, gone: 0, unsure: 0, refused: 0 };

interface Taken {
  readonly source?: FileSource;
  readonly release?: string;
  readonly places: number;
  /** In Michigan. */
  readonly city?: string;
  /** That the cities of its places are looked up, as they are soon after. */
  readonly looked?: boolean;
  /** What its rows have besides. */
  readonly row?: Partial<SourceRow>;
}

/** Places that an intake of a source just added or named again, with its sample drawn. Gives the id of the intake. */
export async function takenIn(app: TestApp, given: Taken): Promise<string> {
  const { source = "osm", release = "2026-11", city = "Dearborn", looked = true } = given;
  const at = app.clock.now;
  const intakeId = randomId();
  const cityId = looked ? (app.deps.state.gazetteer.meaning(`${city}, MI`)?.id ?? 0) : null;
  const said = { "*": { by: "file", source, release, at: at.toISOString() } } as const;
  const intake = { id: intakeId, source, release, cityId, state: "applied", counts: COUNTS } as const;
  await app.db.transaction(async (tx) => {
    await tx.insert(intakes).values({ ...intake, refused: [], createdAt: at, appliedAt: at });
    for (let n = 0; n < given.places; n += 1) {
      const row = { ...rowOf(city, n), ...given.row };
      const ofRow = and(eq(placeSources.source, source), eq(placeSources.externalId, row.externalId));
      const [known] = await tx
        .update(placeSources)
        .set({ release, row, saidAt: at })
        .where(ofRow)
        .returning();
      if (known) continue;
      const { name, address, state, category, externalId } = row;
      const id = randomId();
      const fields = { id, name, address, city, state, category, cityId, said };
      await tx.insert(pois).values({ ...fields, createdAt: at, updatedAt: at });
      await tx
        .insert(placeSources)
        .values({ id: randomId(), source, externalId, poiId: id, release, row, saidAt: at });
    }
    await drawSamples(tx, app.deps, intakeId);
  });
  return intakeId;
}

const rowOf = (city: string, n: number): SourceRow => ({
  externalId: `node/${city}-${n}`,
  name: `Place ${n}`,
  names: {},
  address: `${n} Main St`,
  city,
  state: "MI",
  zipCode: "",
  phone: "3135550100",
  website: "",
  category: "restaurant",
  subcategory: "",
  categoryRule: "amenity=restaurant",
  latitude: null,
  longitude: null,
  placeId: null,
  hours: "",
  isHalal: false,
  isClosed: false,
});

type Properties = Readonly<Record<string, unknown>>;

export const GRILL = {
  ...{ id: "g1", name: "Noor Grill", address: "12 Main St", city: "Dearborn", state: "MI", zipCode: "48126" },
  ...{ phone: "3135550100", website: "https://noor.example", category: "restaurant" },
};
export const MARKET = {
  ...{ id: "g2", name: "Cedar Market", address: "77 Elm St", city: "Dearborn", state: "MI" },
  category: "grocery",
};
export const MASJID = {
  ...{ id: "g3", name: "Masjid Rahma", address: "5 Oak St", city: "Toledo", state: "OH" },
  category: "mosque",
};

/** A row that may be `GRILL`, and may be its neighbor. */
export const LIKE_GRILL = {
  ...GRILL,
  ...{
    id: "g9",
    name: "Noor Grill & Sweets",
    address: "14 Main St",
    phone: "",
    website: "",
    point: [-83.2, 42.3],
  },
};

/** A GeoJSON file with these features; `point` is the position. */
export const featuresOf = (rows: readonly Properties[]): string =>
  JSON.stringify({
    type: "FeatureCollection",
    features: rows.map(({ point = null, id, ...properties }) => ({
      type: "Feature",
      id,
      geometry: point && { type: "Point", coordinates: point },
      properties,
    })),
  });

/** Sends a file to an app, as a staff member. */
export const sendIntake = (app: TestApp, rows: readonly Properties[] | string, query = "", who = "admin") =>
  app.send(`POST /api/admin/intakes?source=geojson${query}`, {
    raw: typeof rows === "string" ? rows : featuresOf(rows),
    headers: { ...basic(who), "Content-Type": "application/geo+json" },
  });

type Count = "new" | "same" | "changed" | "gone" | "unsure" | "refused";

export const intakeCounts = (given: Partial<Record<Count, number>>) => ({
  ...{ new: 0, same: 0, changed: 0, gone: 0, unsure: 0, refused: 0 },
  ...given,
});
