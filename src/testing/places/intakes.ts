import { and, eq } from "drizzle-orm";
import { drawSamples } from "../../modules/places/intake/samples.ts";
import { intakes, placeSources } from "../../modules/places/intake/table.ts";
import { pois } from "../../modules/places/table.ts";
import { randomId } from "../../shared/id.ts";
import type { FileSource, SourceRow } from "../../shared/places/sources.ts";
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
