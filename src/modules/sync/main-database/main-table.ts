import { sql } from "drizzle-orm";
import type { Database, Tx } from "../../../db/client.ts";
import { sqlState } from "../../../db/errors.ts";
import { minutes } from "../../../shared/duration.ts";
import { CREATE_IMAGES } from "./images.ts";
import { MainDatabaseError } from "./main-errors.ts";
import { LOCAL_COLUMNS, type TableShape, TIER_COLUMN_NAMES, type TierColumn } from "./table-shape.ts";

/** Two processes created the same object concurrently: the second one retries and finds it. */
const CREATED_CONCURRENTLY = new Set(["23505", "42P07", "42701", "42710"]);
const PREPARE_TIMEOUT = minutes(30); // of a statement: an index of millions of rows takes minutes
const LOCK_TIMEOUT = "5s"; // other users of the table wait behind this lock

/** Statements that make the table usable. */
interface MissingParts {
  /** The table with them. */
  readonly shape: TableShape;
  readonly table: readonly string[];
  /** For before-images, which a dry run does not keep. */
  readonly images: readonly string[];
  readonly indexes: readonly string[];
}

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
    retryOnce(() => db.transaction(work, { timeoutMs: PREPARE_TIMEOUT }));
  const { shape, indexes } = await changing(async (tx) => {
    const missing = await findMissing(tx);
    await runStatements(tx, [...missing.table, ...missing.images]);
    return missing;
  });
  for (const index of indexes) await changing((tx) => runStatements(tx, [index]));
  return shape;
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
  const { shape, table, indexes } = await db.transaction(findMissing);
  return table.length + indexes.length === 0 ? shape : null;
}

/** Whether there is a table at all, however incomplete. */
export const mainTableExists = async (db: Database): Promise<boolean> =>
  (await db.query(SELECT_COLUMNS)).length > 0;

/** Does the same inside a transaction that will be rolled back. */
export async function prepareMainTableIn(
  tx: Tx,
): Promise<{ readonly shape: TableShape; readonly isNew: boolean }> {
  const isNew = (await columnsOf(tx)).length === 0;
  const { shape, table, indexes } = await findMissing(tx);
  await runStatements(tx, [...table, ...indexes]);
  return { shape, isNew };
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
  const exists = columns.length > 0;
  if (exists) requireCompatibleTypes(columns);
  const names = new Set(columns.map(({ name }) => name));
  const hasTiers = !exists || isOwnTable(columns);
  const wanted = { ...COLUMNS, ...(hasTiers && TIER_COLUMNS) };
  const missing = Object.entries(wanted).filter(([name]) => !names.has(name));
  const added = missing.map(([name, type]) => `add column if not exists ${name} ${type}`).join(", ");
  const altered = added === "" ? [] : [`alter table public.places ${added}`]; // an empty statement would still take a lock
  return {
    shape: {
      idType: columns.find(({ name }) => name === "id")?.type ?? "text",
      tierColumns: TIER_COLUMN_NAMES.filter((name) => hasTiers || names.has(name)),
      otherColumns: otherColumns(columns),
    },
    table: [
      ...(exists ? altered : [CREATE_TABLE]),
      ...((await lacks(tx, "public.rihla_sync_fence")) ? CREATE_FENCE : []),
    ],
    images: (await lacks(tx, "public.rihla_sync_image_batches")) ? CREATE_IMAGES : [],
    indexes: await missingIndexes(tx),
  };
}

async function lacks(tx: Tx, table: string): Promise<boolean> {
  const { rows } = await tx.execute<{ missing: boolean }>(
    sql`select to_regclass(${table}) is null as missing`,
  );
  return rows[0]?.missing === true;
}

async function columnsOf(tx: Tx): Promise<readonly ExistingColumn[]> {
  const { rows } = await tx.execute<ExistingColumn & Record<string, unknown>>(sql.raw(SELECT_COLUMNS));
  return rows;
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

/** Written where the table has them. A table that others made is not given them; see `isOwnTable`. */
const TIER_COLUMNS: Readonly<Record<TierColumn, string>> = {
  tier_until: "date",
  evidence_digest: "text",
};

/** Accepted types of existing columns. Columns that only others write may have any type. */
const COMPATIBLE_TYPES: Readonly<Record<string, RegExp>> = {
  text: /^(text|citext|character(\(\d+\))?|character varying(\(\d+\))?)$/,
  "double precision": /^double precision$/,
  date: /^date$/,
  timestamptz: /^timestamp(\(\d\))? with time zone$/,
};
const COMPATIBLE_ID_TYPE = /^(text|uuid|character varying(\((3[6-9]|[4-9]\d|\d{3,})\))?)$/; // generated ids have 36 characters

/** A column of the existing table. */
interface ExistingColumn {
  readonly name: string;
  readonly type: string;
  /** Whether `alter table` added it, with a default. */
  readonly wasAdded: boolean;
}

const SELECT_COLUMNS = `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.atthasmissing as "wasAdded"
  from pg_attribute a where a.attrelid = to_regclass('public.places') and a.attnum > 0 and not a.attisdropped
  order by a.attnum`;

const CREATE_TABLE = `create table if not exists public.places (${[
  "id text primary key",
  ...Object.entries({ name: "text not null", ...COLUMNS, ...TIER_COLUMNS }).map((each) => each.join(" ")),
].join(", ")})`;

/**
 * Whether the product made the table: all of its columns are there, in its order, from the start. Others' tables have
 * other columns, or were given those that the sync needs later.
 */
function isOwnTable(columns: readonly ExistingColumn[]): boolean {
  const names = columns.map(({ name }) => name).filter((name) => !Object.hasOwn(TIER_COLUMNS, name));
  const isAltered = columns.some(({ name, wasAdded }) => name === "visits" && wasAdded);
  return !isAltered && names.join() === ["id", "name", ...Object.keys(COLUMNS)].join();
}

const SYNCED = new Set<string>([
  "id",
  "source_id",
  "place_id",
  ...LOCAL_COLUMNS,
  "latitude",
  "longitude",
  "updated_at",
]);
const ANALYTICS = ["visits", "first_seen_at"]; // which the product adds

/** The quoted names of the columns that only others write, in a fixed order. */
function otherColumns(columns: readonly ExistingColumn[]): readonly string[] {
  const theirs = columns.map(({ name }) => name).filter((name) => !SYNCED.has(name));
  return [...new Set([...theirs, ...ANALYTICS])]
    .filter((name) => !Object.hasOwn(TIER_COLUMNS, name))
    .sort()
    .map((name) => `"${name.replaceAll('"', '""')}"`);
}

/** Throws `MainDatabaseError` if an existing table cannot be used. */
function requireCompatibleTypes(columns: readonly ExistingColumn[]): void {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const idType = types.get("id");
  if (idType === undefined || !types.has("name")) {
    throw new MainDatabaseError("The table places of the main database lacks its id or its name.");
  }
  if (!COMPATIBLE_ID_TYPE.test(idType)) {
    throw new MainDatabaseError(
      `The table places of the main database has ids of the type ${idType}: text and uuid can be used.`,
    );
  }
  for (const [name, wanted] of Object.entries({ name: "text", ...COLUMNS, ...TIER_COLUMNS })) {
    const type = types.get(name);
    if (type === undefined || COMPATIBLE_TYPES[wanted]?.test(type) !== false) continue;
    throw new MainDatabaseError(
      `The column ${name} of the table places of the main database has the type ${type}: it must be ${wanted}.`,
    );
  }
}
