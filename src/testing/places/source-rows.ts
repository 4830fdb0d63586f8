import { placeSources } from "../../modules/places/intake/table.ts";
import type { FileSource, SourceRow } from "../../shared/places/sources.ts";
import type { TestApp } from "../app.ts";

const ROW: SourceRow = {
  externalId: "node/1",
  name: "Noor Grill",
  names: {},
  address: "12 Main St",
  city: "Dearborn",
  state: "MI",
  zipCode: "48126",
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
};

interface Told {
  readonly source?: FileSource;
  readonly release?: string;
  readonly goneAt?: Date;
}

/** Keeps what a source says about a place now, as an applied intake does. */
export async function told(
  app: TestApp,
  poiId: string,
  fields: Partial<SourceRow>,
  { source = "osm", release = "2026-11", goneAt }: Told = {},
): Promise<void> {
  const row = { ...ROW, ...fields };
  const id = `${source} ${row.externalId}`;
  const saidAt = app.clock.now;
  await app.db.orm
    .insert(placeSources)
    .values({ id, source, externalId: row.externalId, poiId, release, row, saidAt, goneAt: goneAt ?? null });
}
