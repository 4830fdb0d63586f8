import { sql } from "drizzle-orm";
import type { Database, Tx } from "../../../db/client.ts";
import { sqlState } from "../../../db/errors.ts";
import { MainDatabaseError } from "./main-errors.ts";

/** The columns besides `id` and `name`, which an existing table must already have. */
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

/** Accepted types of existing columns. Columns that only others write may have any type. */
const COMPATIBLE_TYPES: Readonly<Record<string, RegExp>> = {
  text: /^(text|citext|character(\(\d+\))?|character varying(\(\d+\))?)$/,
  "double precision": /^double precision$/,
  timestamptz: /^timestamp(\(\d\))? with time zone$/,
};
const COMPATIBLE_ID_TYPE = /^(text|uuid|character varying(\((3[6-9]|[4-9]\d|\d{3,})\))?)$/; // generated ids have 36 characters
/** Two processes created the same object concurrently: the second one retries and finds it. */
const CREATED_CONCURRENTLY = new Set(["23505", "42P07", "42701", "42710"]);
const LOCK_TIMEOUT = "5s"; // other users of the table wait behind this lock

export interface TableShape {
  /** SQL type of `places.id`. */
  readonly idType: string;
}

/** Statements that make the table usable. */
interface MissingParts extends TableShape {
  readonly table: readonly string[];
  readonly indexes: readonly string[];
}

const SELECT_COLUMNS = `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
  from pg_attribute a where a.attrelid = to_regclass('public.places') and a.attnum > 0 and not a.attisdropped`;

const SELECT_INDEXES = `select i.indisunique as "isUnique", i.indpred is not null as "isPartial",
    (select string_agg(a.attname, ',' order by k.place) from unnest(i.indkey) with ordinality k(attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum) as columns
  from pg_index i where i.indrelid = to_regclass('public.places') and i.indisvalid`;

interface Index {
  readonly isUnique: boolean;
  readonly isPartial: boolean;
  readonly columns: string | null;
}

const CREATE_FENCE = [
  "create table if not exists public.rihla_sync_fence (id int primary key, fence bigint not null)",
  "insert into public.rihla_sync_fence values (1, 0) on conflict do nothing",
];

/**
 * Creates what is missing of the table, the fence and the indexes, each index in its own transaction. Throws
 * `MainDatabaseError` if the table is incompatible, or is in use for too long to be changed.
 */
export async function prepareMainTable(db: Database): Promise<TableShape> {
  const changing = <T>(work: (tx: Tx) => Promise<T>) =>
    retryOnce(() => db.transaction(work, { timeoutMs: 0 }));
  const { idType, indexes } = await changing(async (tx) => {
    const missing = await findMissing(tx);
    await runStatements(tx, missing.table);
    return missing;
  });
  for (const index of indexes) await changing((tx) => runStatements(tx, [index]));
  return { idType };
}

async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!CREATED_CONCURRENTLY.has(sqlState(error) ?? "")) throw error;
    return work();
  }
}

/** Null if something is missing. Throws `MainDatabaseError`. */
export async function readyShape(db: Database): Promise<TableShape | null> {
  const { idType, table, indexes } = await db.transaction(findMissing);
  return table.length + indexes.length === 0 ? { idType } : null;
}

/** Does the same inside a transaction that will be rolled back. */
export async function prepareMainTableIn(tx: Tx): Promise<TableShape & { readonly isNew: boolean }> {
  const isNew = (await columnsOf(tx)).size === 0;
  const { idType, table, indexes } = await findMissing(tx);
  await runStatements(tx, [...table, ...indexes]);
  return { idType, isNew };
}

async function runStatements(tx: Tx, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  try {
    await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`));
    for (const text of texts) await tx.execute(sql.raw(text));
  } catch (error) {
    if (sqlState(error) !== "55P03") throw error;
    throw new MainDatabaseError(
      "The table places of the main database is in use, so that what it lacks could not be added.",
    );
  }
}

async function findMissing(tx: Tx): Promise<MissingParts> {
  const columns = await columnsOf(tx);
  const exists = columns.size > 0;
  if (exists) requireCompatibleTypes(columns);
  const missing = Object.entries(COLUMNS).filter(([name]) => !columns.has(name));
  const added = missing.map(([name, type]) => `add column if not exists ${name} ${type}`).join(", ");
  const altered = added === "" ? [] : [`alter table public.places ${added}`]; // an empty statement would still take a lock
  const { rows } = await tx.execute(sql`select to_regclass('public.rihla_sync_fence') is null as missing`);
  return {
    idType: columns.get("id") ?? "text",
    table: [...(exists ? altered : [CREATE_TABLE]), ...(rows[0]?.missing ? CREATE_FENCE : [])],
    indexes: await missingIndexes(tx),
  };
}

const CREATE_TABLE = `create table if not exists public.places (${[
  "id text primary key",
  ...Object.entries({ name: "text not null", ...COLUMNS }).map((each) => each.join(" ")),
].join(", ")})`;

async function columnsOf(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.execute<{ name: string; type: string }>(sql.raw(SELECT_COLUMNS));
  return new Map(rows.map(({ name, type }) => [name, type]));
}

function requireCompatibleTypes(columns: ReadonlyMap<string, string>): void {
  const idType = columns.get("id");
  if (idType === undefined || !columns.has("name")) {
    throw new MainDatabaseError("The table places of the main database lacks its id or its name.");
  }
  if (!COMPATIBLE_ID_TYPE.test(idType)) {
    throw new MainDatabaseError(
      `The table places of the main database has ids of the type ${idType}: text and uuid can be used.`,
    );
  }
  for (const [name, wanted] of Object.entries({ name: "text", ...COLUMNS })) {
    const type = columns.get(name);
    if (type === undefined || COMPATIBLE_TYPES[wanted]?.test(type) !== false) continue;
    throw new MainDatabaseError(
      `The column ${name} of the table places of the main database has the type ${type}: it must be ${wanted}.`,
    );
  }
}

async function missingIndexes(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<Index & Record<string, unknown>>(sql.raw(SELECT_INDEXES));
  const whole = rows.filter(({ isPartial }) => !isPartial);
  const texts: string[] = [];
  if (!whole.some(({ isUnique, columns }) => isUnique && columns === "source_id")) {
    texts.push("create unique index if not exists places_source_id on public.places (source_id)");
  }
  if (!whole.some(({ columns }) => columns?.split(",")[0] === "place_id")) {
    texts.push("create index if not exists places_place_id on public.places (place_id)");
  }
  if (!whole.some(({ columns }) => columns === "latitude,longitude")) {
    texts.push("create index if not exists places_coordinates on public.places (latitude, longitude)");
  }
  return texts;
}
