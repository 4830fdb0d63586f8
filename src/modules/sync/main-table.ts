import { sql } from "drizzle-orm";
import type { Database, Tx } from "../../db/client.ts";
import { sqlState } from "../../db/errors.ts";
import { MainDatabaseError } from "./main-failure.ts";

/** contract 7: the table's columns beside `id` and `name`, which whoever made it must have given it. */
const COLUMNS: Readonly<Record<string, string>> = {
  source_id: "text",
  place_id: "text",
  address: "text",
  city: "text",
  state: "text",
  zip_code: "text",
  phone: "text",
  website: "text",
  category: "text",
  subcategory: "text",
  halal_certificate: "text",
  halal_verification_status: "text",
  owner_id: "text",
  latitude: "double precision",
  longitude: "double precision",
  updated_at: "timestamptz",
  visits: "bigint not null default 0",
  first_seen_at: "timestamptz",
};

const ID_TYPES = /^(text|uuid|character varying(\(\d+\))?)$/;
/** Two processes made the same thing at the same moment: the second one finds it done. */
const MADE_MEANWHILE = new Set(["23505", "42P07", "42701", "42710"]);

interface Shape {
  /** SQL type of `places.id`. */
  readonly idType: string;
}

const CATALOGUE = `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
  from pg_attribute a where a.attrelid = to_regclass('public.places') and a.attnum > 0 and not a.attisdropped`;

/** Single-column indexes by their column, and whether the one on coordinates is there. */
const INDEXES = `select i.indisunique as "isUnique", i.indpred is not null as "isPartial",
    (select string_agg(a.attname, ',' order by k.place) from unnest(i.indkey) with ordinality k(attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum) as columns
  from pg_index i where i.indrelid = to_regclass('public.places') and i.indisvalid`;

interface Index {
  readonly isUnique: boolean;
  readonly isPartial: boolean;
  readonly columns: string | null;
}

/** Makes the table, its indexes and the fence where they are missing. Throws `MainDatabaseError` where it cannot. */
export async function prepareMain(db: Database): Promise<Shape> {
  const prepare = () => db.transaction(prepareWithin, { timeoutMs: 0 });
  try {
    return await prepare();
  } catch (error) {
    if (!MADE_MEANWHILE.has(sqlState(error) ?? "")) throw error;
    return prepare();
  }
}

/** The same inside a transaction, which may be undone. Where nothing is missing it only looks. */
export async function prepareWithin(tx: Tx): Promise<Shape> {
  const run = (text: string) => tx.execute(sql.raw(text));
  const columns = await columnsOf(tx);
  if (columns.size === 0) await run(`create table if not exists public.places (${tableText()})`);
  else await addColumns(columns, run);
  await addIndexes(tx, run);
  const { rows } = await tx.execute(sql`select to_regclass('public.rihla_sync_fence') is null as missing`);
  if (rows[0]?.missing) {
    await run(
      "create table if not exists public.rihla_sync_fence (id int primary key, fence bigint not null)",
    );
    await run("insert into public.rihla_sync_fence values (1, 0) on conflict do nothing");
  }
  return { idType: columns.get("id") ?? "text" };
}

const tableText = (): string =>
  [
    "id text primary key",
    ...Object.entries({ name: "text not null", ...COLUMNS }).map((each) => each.join(" ")),
  ].join(", ");

async function columnsOf(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.execute<{ name: string; type: string }>(sql.raw(CATALOGUE));
  return new Map(rows.map(({ name, type }) => [name, type]));
}

async function addColumns(there: ReadonlyMap<string, string>, run: (text: string) => Promise<unknown>) {
  const idType = there.get("id");
  if (idType === undefined || !there.has("name")) {
    throw new MainDatabaseError("The table places of the main database lacks its id or its name.");
  }
  if (!ID_TYPES.test(idType)) {
    throw new MainDatabaseError(
      `The table places of the main database has ids of the type ${idType}: text and uuid can be used.`,
    );
  }
  const missing = Object.entries(COLUMNS).filter(([name]) => !there.has(name));
  if (missing.length === 0) return; // an empty alter would still lock the table
  const added = missing.map(([name, type]) => `add column if not exists ${name} ${type}`).join(", ");
  await run(`alter table public.places ${added}`);
}

async function addIndexes(tx: Tx, run: (text: string) => Promise<unknown>): Promise<void> {
  const { rows } = await tx.execute<Index & Record<string, unknown>>(sql.raw(INDEXES));
  const whole = rows.filter(({ isPartial }) => !isPartial);
  if (!whole.some(({ isUnique, columns }) => isUnique && columns === "source_id")) {
    await run("create unique index if not exists places_source_id on public.places (source_id)");
  }
  if (!whole.some(({ columns }) => columns?.split(",")[0] === "place_id")) {
    await run("create index if not exists places_place_id on public.places (place_id)");
  }
  if (!whole.some(({ columns }) => columns === "latitude,longitude")) {
    await run("create index if not exists places_coordinates on public.places (latitude, longitude)");
  }
}
