import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Tx } from "../../db/client.ts";
import type { importedPlace } from "./schema.ts";

/** One entry of a file, checked. `n` counts them in their order. */
export type Staged = z.output<typeof importedPlace> & { readonly n: number; readonly identity: string };

/** The columns that a file says something about, by their names in the file. */
export const FILE_COLUMNS = {
  name: "name",
  address: "address",
  city: "city",
  state: "state",
  zipCode: "zip_code",
  phone: "phone",
  website: "website",
  category: "category",
  subcategory: "subcategory",
  halalCertificate: "halal_certificate",
} as const;

const TEXT_COLUMNS = Object.values(FILE_COLUMNS);
const NAMES = Object.keys(FILE_COLUMNS) as (keyof typeof FILE_COLUMNS)[];
const ALL = `n, place_id, status, identity, latitude, longitude, ${TEXT_COLUMNS.join(", ")}`;

/** A table of this transaction alone. `poi` is the place that an entry is about; null for a new one. */
export async function makeStage(tx: Tx): Promise<void> {
  const texts = TEXT_COLUMNS.map((column) => `${column} text not null`).join(", ");
  await tx.execute(
    sql.raw(`
    create temp table staged (n int not null, place_id text, status text, identity text collate "C" not null,
      latitude double precision, longitude double precision, ${texts}, poi int, by_name boolean not null default false)
      on commit drop`),
  );
}

/** Puts entries on the stage. */
export async function stage(tx: Tx, entries: readonly Staged[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((each) => [
    each.n,
    each.placeId,
    each.halalVerificationStatus,
    each.identity,
    each.latitude,
    each.longitude,
    ...NAMES.map((name) => each[name]),
  ]);
  const texts = TEXT_COLUMNS.map((_, n) => `r->>${n + 6}`).join(", ");
  await tx.execute(sql`
    insert into staged (${sql.raw(ALL)})
    select (r->>0)::int, r->>1, r->>2, r->>3, (r->>4)::float8, (r->>5)::float8, ${sql.raw(texts)}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`);
}
