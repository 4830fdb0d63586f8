import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { type FileSource, ORIGINS, rankOf } from "../../../shared/places/sources.ts";
import { OPTIONAL, OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from "./import-staging.ts";

/** Whether the file calls the place halal, which makes it reported; a masjid has no tier. */
export const IS_REPORTED = "s.status in ('reported', 'friendly', 'verified') and s.category <> 'mosque'";

const STATUS = `case when p.halal_verification_status = 'unverified' and ${IS_REPORTED} then 'reported'
    else p.halal_verification_status end`;

/** The columns whose field has another name. */
const FIELDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OPTIONAL).map(([field, column]) => [column, field]),
);
const fieldOf = (column: string): string => FIELDS[column] ?? column;

const STRONGER = ORIGINS.filter((by) => rankOf(by) < rankOf("file")).map((by) => `'${by}'`);

/** Whether a stronger source than a file said it last, as in `provenanceOf`: of an empty value, `*` says nothing. */
const isSaid = (column: string): string =>
  `coalesce(p.said->'${fieldOf(column)}', case when coalesce(p.${column}::text, '') <> '' then p.said->'*' end)->>'by'
    in (${STRONGER.join(", ")})`;
/** Name and address say which place it is, so that they stay together. */
const IDENTIFYING = ["name", "address", "city", "state"];
const stays = (column: string): string =>
  `coalesce(${(IDENTIFYING.includes(column) ? IDENTIFYING : [column]).map(isSaid).join(" or ")}, false)`;

/** The value of a text column: what a stronger source said stays, and an empty field of the file empties nothing. */
const textOf = (column: string): string =>
  `case when coalesce(s.${column}, '') = '' or ${stays(column)} then p.${column} else s.${column} end`;
const degreesOf = (column: string): string =>
  `case when s.latitude is null or ${stays("latitude")} then p.${column} else s.${column} end`;

const TEXT_COLUMNS = [...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS];

/** The columns of `PROVENANCE_FIELDS` that an import sets, with their values for place `p` and entry `s`. */
const SAID_COLUMNS = [
  ...TEXT_COLUMNS.map((column) => [column, textOf(column)] as const),
  ["latitude", degreesOf("latitude")] as const,
  ["longitude", degreesOf("longitude")] as const,
];

/** All columns that an import sets. Columns that the file omits stay. */
export const SET_COLUMNS: readonly (readonly [column: string, value: string])[] = [
  ...SAID_COLUMNS,
  ["place_id", "coalesce(s.place_id, p.place_id)"],
  ["halal_verification_status", STATUS],
];
export const SET_IDENTITY = `case when ${stays("name")} then p.identity else s.identity end`;

/** SQL: the word of an imported file. */
export const fileProvenanceSql = (source: FileSource, now: Date): string =>
  `'${JSON.stringify({ by: "file", source, release: "", at: now.toISOString() })}'::jsonb`;

/** SQL: who says the fields after an import: the file says those that it changes. */
export const setSaid = (word: string): string =>
  `p.said || jsonb_strip_nulls(jsonb_build_object(${SAID_COLUMNS.map(
    ([column, value]) =>
      `'${fieldOf(column)}', case when p.${column} is distinct from ${value} then ${word} end`,
  ).join(", ")}))`;

const LEFT_MAX = 300; // entries that are listed

/** The entries of which values were left out, because a stronger source says others. */
export async function leftAsSaid(tx: Tx): Promise<readonly LeftAsSaid[]> {
  const names = TEXT_COLUMNS.map(
    (column) =>
      `case when ${stays(column)} and coalesce(s.${column}, '') <> '' and s.${column} is distinct from p.${column} then '${column}' end`,
  );
  const { rows } = await tx.execute<LeftAsSaid & Record<string, unknown>>(
    sql.raw(`select at, columns from (
      select s.n, s.at, array_remove(array[${names.join(", ")}], null) as columns
      from staged s join current_pois p on p.seq = s.poi where p.said <> '{}') named
      where columns <> '{}' order by n limit ${LEFT_MAX}`),
  );
  return rows;
}

interface LeftAsSaid {
  readonly at: number;
  readonly columns: readonly string[];
}

/** Collects the matched places that differ from their entries, as they are before the import, in `touched`. */
export async function collectChanged(tx: Tx): Promise<void> {
  const differs = SET_COLUMNS.map(([column, value]) => `p.${column} is distinct from ${value}`).join(" or ");
  await tx.execute(
    sql.raw(`create temp table touched on commit drop as select p.seq, p.name, p.city, p.category, p.state, p.latitude, p.longitude
      from staged s join current_pois p on p.seq = s.poi where ${differs}`),
  );
}
