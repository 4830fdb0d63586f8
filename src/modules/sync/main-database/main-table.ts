import { sql } from "drizzle-orm";
import type { Database, Tx } from "../../../db/client.ts";
import { sqlState } from "../../../db/errors.ts";
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

/** What a column may be that others made; one that only they write may be anything. */
const FITS: Readonly<Record<string, RegExp>> = {
  text: /^(text|citext|character(\(\d+\))?|character varying(\(\d+\))?)$/,
  "double precision": /^double precision$/,
  timestamptz: /^timestamp(\(\d\))? with time zone$/,
};
const ID_FITS = /^(text|uuid|character varying(\((3[6-9]|[4-9]\d|\d{3,})\))?)$/; // ids made here have 36 characters
/** Two processes made the same thing at the same moment: the second one finds it done. */
const MADE_MEANWHILE = new Set(["23505", "42P07", "42701", "42710"]);
const LOCK_WAIT = "5s"; // whoever uses the table waits behind us meanwhile

export interface Shape {
  /** SQL type of `places.id`. */
  readonly idType: string;
}

/** What has to be done before the table can be used, as statements. */
interface Lacking extends Shape {
  readonly table: readonly string[];
  readonly indexes: readonly string[];
}

const CATALOGUE = `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
  from pg_attribute a where a.attrelid = to_regclass('public.places') and a.attnum > 0 and not a.attisdropped`;

/** Indexes by their columns. */
const INDEXES = `select i.indisunique as "isUnique", i.indpred is not null as "isPartial",
    (select string_agg(a.attname, ',' order by k.place) from unnest(i.indkey) with ordinality k(attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum) as columns
  from pg_index i where i.indrelid = to_regclass('public.places') and i.indisvalid`;

interface Index {
  readonly isUnique: boolean;
  readonly isPartial: boolean;
  readonly columns: string | null;
}

const FENCE = [
  "create table if not exists public.rihla_sync_fence (id int primary key, fence bigint not null)",
  "insert into public.rihla_sync_fence values (1, 0) on conflict do nothing",
];

/**
 * Makes the table, the fence and, each by itself, the indexes where they are missing. Throws `MainDatabaseError`
 * where the table cannot be used, or is in use for too long to be changed.
 */
export async function prepareMain(db: Database): Promise<Shape> {
  const changing = <T>(work: (tx: Tx) => Promise<T>) => twice(() => db.transaction(work, { timeoutMs: 0 }));
  const { idType, indexes } = await changing(async (tx) => {
    const lacking = await lackingIn(tx);
    await change(tx, lacking.table);
    return lacking;
  });
  for (const index of indexes) await changing((tx) => change(tx, [index]));
  return { idType };
}

async function twice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!MADE_MEANWHILE.has(sqlState(error) ?? "")) throw error;
    return work();
  }
}

/** Null where something is missing. Throws `MainDatabaseError`. */
export async function shapeOf(db: Database): Promise<Shape | null> {
  const { idType, table, indexes } = await db.transaction(lackingIn);
  return table.length + indexes.length === 0 ? { idType } : null;
}

/** Makes all of it inside a transaction that will be undone. */
export async function prepareWithin(tx: Tx): Promise<Shape & { readonly isNew: boolean }> {
  const isNew = (await columnsOf(tx)).size === 0;
  const { idType, table, indexes } = await lackingIn(tx);
  await change(tx, [...table, ...indexes]);
  return { idType, isNew };
}

async function change(tx: Tx, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  try {
    await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_WAIT}'`));
    for (const text of texts) await tx.execute(sql.raw(text));
  } catch (error) {
    if (sqlState(error) !== "55P03") throw error;
    throw new MainDatabaseError(
      "The table places of the main database is in use, so that what it lacks could not be added.",
    );
  }
}

async function lackingIn(tx: Tx): Promise<Lacking> {
  const columns = await columnsOf(tx);
  const isThere = columns.size > 0;
  if (isThere) checkTypes(columns);
  const missing = Object.entries(COLUMNS).filter(([name]) => !columns.has(name));
  const added = missing.map(([name, type]) => `add column if not exists ${name} ${type}`).join(", ");
  const altered = added === "" ? [] : [`alter table public.places ${added}`]; // an empty one would still lock
  const { rows } = await tx.execute(sql`select to_regclass('public.rihla_sync_fence') is null as missing`);
  return {
    idType: columns.get("id") ?? "text",
    table: [...(isThere ? altered : [CREATE]), ...(rows[0]?.missing ? FENCE : [])],
    indexes: await missingIndexes(tx),
  };
}

const CREATE = `create table if not exists public.places (${[
  "id text primary key",
  ...Object.entries({ name: "text not null", ...COLUMNS }).map((each) => each.join(" ")),
].join(", ")})`;

async function columnsOf(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.execute<{ name: string; type: string }>(sql.raw(CATALOGUE));
  return new Map(rows.map(({ name, type }) => [name, type]));
}

function checkTypes(columns: ReadonlyMap<string, string>): void {
  const idType = columns.get("id");
  if (idType === undefined || !columns.has("name")) {
    throw new MainDatabaseError("The table places of the main database lacks its id or its name.");
  }
  if (!ID_FITS.test(idType)) {
    throw new MainDatabaseError(
      `The table places of the main database has ids of the type ${idType}: text and uuid can be used.`,
    );
  }
  for (const [name, wanted] of Object.entries({ name: "text", ...COLUMNS })) {
    const type = columns.get(name);
    if (type === undefined || FITS[wanted]?.test(type) !== false) continue;
    throw new MainDatabaseError(
      `The column ${name} of the table places of the main database has the type ${type}: it must be ${wanted}.`,
    );
  }
}

async function missingIndexes(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<Index & Record<string, unknown>>(sql.raw(INDEXES));
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
