import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Tx } from "../../../db/client.ts";
import { advisoryLock, trySharedLock } from "../../../db/locks.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { StatedFacts } from "../../../shared/places/fact-texts.ts";
import type { importedPlace } from "../schema.ts";

/** A valid entry of a file; `n` is its position among the entries, `at` as in `Refusal`. */
export type StagedEntry = z.output<typeof importedPlace> & {
  readonly n: number;
  readonly at: number;
  readonly identity: string;
  readonly facts: StatedFacts | null;
};

/** The columns that every entry has. */
export const REQUIRED_COLUMNS = ["name", "address", "city", "state", "category"] as const;
/** The columns that are null if an entry omits them, by their names in the file. */
export const OPTIONAL = {
  zipCode: "zip_code",
  phone: "phone",
  website: "website",
  subcategory: "subcategory",
  halalCertificate: "halal_certificate",
} as const;
export const OPTIONAL_COLUMNS = Object.values(OPTIONAL);

const TEXT_COLUMNS = [...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS];
const OPTIONAL_NAMES = Object.keys(OPTIONAL) as (keyof typeof OPTIONAL)[];
const ALL = `n, at, place_id, status, identity, latitude, longitude, facts, ${TEXT_COLUMNS.join(", ")}`;

const text = (column: string) => `${column} text`;

/** Lets one import at a time write: two of the same file would both create its places. */
export const lockImports = (tx: Tx) => tx.execute(advisoryLock("imports"));

/** Throws 409 while an import runs. */
export async function refuseDuringImport(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{ locked: boolean }>(trySharedLock("imports"));
  if (!rows[0]?.locked)
    throw new DomainError(
      "conflict",
      "A file is being taken at the moment. Please try again in some minutes.",
    );
}

/** Creates the staging table, dropped on commit. `poi` is the `seq` of the matching place; null for a new one. */
export async function createStaging(tx: Tx): Promise<void> {
  const texts = [
    ...REQUIRED_COLUMNS.map((column) => `${column} text not null`),
    ...OPTIONAL_COLUMNS.map(text),
  ];
  await tx.execute(
    sql.raw(`
    create temp table staged (n int not null, at int not null, place_id text, status text, identity text collate "C" not null,
      latitude double precision, longitude double precision, facts jsonb, ${texts.join(", ")}, poi int, by_name boolean not null default false)
      on commit drop`),
  );
}

/** Inserts entries into the staging table. */
export async function stageEntries(tx: Tx, entries: readonly StagedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((each) => [
    each.n,
    each.at,
    each.placeId,
    each.halalVerificationStatus,
    each.identity,
    each.latitude,
    each.longitude,
    each.facts,
    ...REQUIRED_COLUMNS.map((name) => each[name]),
    ...OPTIONAL_NAMES.map((name) => each[name] ?? null),
  ]);
  const texts = TEXT_COLUMNS.map((_, n) => `r->>${n + 8}`).join(", ");
  await tx.execute(sql`
    insert into staged (${sql.raw(ALL)})
    select (r->>0)::int, (r->>1)::int, r->>2, r->>3, r->>4, (r->>5)::float8, (r->>6)::float8, nullif(r->7, 'null'), ${sql.raw(texts)}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`);
}

/** Returns how many rows the statement changed. */
export async function run(tx: Tx, statement: string): Promise<number> {
  return (await tx.execute(sql.raw(statement))).rowCount;
}
