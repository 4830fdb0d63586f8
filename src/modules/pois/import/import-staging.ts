import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Tx } from "../../../db/client.ts";
import type { importedPlace } from "../schema.ts";

/** One entry of a file, checked. `n` counts them in their order. */
export type Staged = z.output<typeof importedPlace> & { readonly n: number; readonly identity: string };

/** The columns that every entry fills. */
export const NEEDED_COLUMNS = ["name", "address", "city", "state", "category"] as const;
/** The columns that an entry may leave out, by their names in the file; null there. */
const LEFT_OUT = {
  zipCode: "zip_code",
  phone: "phone",
  website: "website",
  subcategory: "subcategory",
  halalCertificate: "halal_certificate",
} as const;
export const OPTIONAL_COLUMNS = Object.values(LEFT_OUT);

const TEXT_COLUMNS = [...NEEDED_COLUMNS, ...OPTIONAL_COLUMNS];
const OPTIONAL_NAMES = Object.keys(LEFT_OUT) as (keyof typeof LEFT_OUT)[];
const ALL = `n, place_id, status, identity, latitude, longitude, ${TEXT_COLUMNS.join(", ")}`;

const text = (column: string) => `${column} text`;

/** A table of this transaction alone. `poi` is the place that an entry is about; null for a new one. */
export async function makeStage(tx: Tx): Promise<void> {
  const texts = [...NEEDED_COLUMNS.map((column) => `${column} text not null`), ...OPTIONAL_COLUMNS.map(text)];
  await tx.execute(
    sql.raw(`
    create temp table staged (n int not null, place_id text, status text, identity text collate "C" not null,
      latitude double precision, longitude double precision, ${texts.join(", ")}, poi int, by_name boolean not null default false)
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
    ...NEEDED_COLUMNS.map((name) => each[name]),
    ...OPTIONAL_NAMES.map((name) => each[name] ?? null),
  ]);
  const texts = TEXT_COLUMNS.map((_, n) => `r->>${n + 6}`).join(", ");
  await tx.execute(sql`
    insert into staged (${sql.raw(ALL)})
    select (r->>0)::int, r->>1, r->>2, r->>3, (r->>4)::float8, (r->>5)::float8, ${sql.raw(texts)}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`);
}
