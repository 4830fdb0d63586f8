import { MainDatabaseError } from "./main-errors.ts";
import { LOCAL_COLUMNS, type TierColumn } from "./table-shape.ts";

/** The columns besides `id` and `name`, which an existing table must already have. */
export const COLUMNS: Readonly<Record<string, string>> = {
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
export const TIER_COLUMNS: Readonly<Record<TierColumn, string>> = {
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
export interface ExistingColumn {
  readonly name: string;
  readonly type: string;
  /** Whether `alter table` added it, with a default. */
  readonly wasAdded: boolean;
}

export const SELECT_COLUMNS = `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.atthasmissing as "wasAdded"
  from pg_attribute a where a.attrelid = to_regclass('public.places') and a.attnum > 0 and not a.attisdropped
  order by a.attnum`;

export const CREATE_TABLE = `create table if not exists public.places (${[
  "id text primary key",
  ...Object.entries({ name: "text not null", ...COLUMNS, ...TIER_COLUMNS }).map((each) => each.join(" ")),
].join(", ")})`;

/**
 * Whether the product made the table: all of its columns are there, in its order, from the start. Others' tables have
 * other columns, or were given those that the sync needs later.
 */
export function isOwnTable(columns: readonly ExistingColumn[]): boolean {
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
export function otherColumns(columns: readonly ExistingColumn[]): readonly string[] {
  const theirs = columns.map(({ name }) => name).filter((name) => !SYNCED.has(name));
  return [...new Set([...theirs, ...ANALYTICS])]
    .filter((name) => !Object.hasOwn(TIER_COLUMNS, name))
    .sort()
    .map((name) => `"${name.replaceAll('"', '""')}"`);
}

/** Throws `MainDatabaseError` if an existing table cannot be used. */
export function requireCompatibleTypes(columns: readonly ExistingColumn[]): void {
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
