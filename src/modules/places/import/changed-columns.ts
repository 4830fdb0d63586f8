import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { OPTIONAL, OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from "./import-staging.ts";

/** Whether the file calls the place halal, which makes it reported; a masjid has no tier. */
export const IS_REPORTED = "s.status in ('reported', 'friendly', 'verified') and s.category <> 'mosque'";

const STATUS = `case when p.halal_verification_status = 'unverified' and ${IS_REPORTED} then 'reported'
    else p.halal_verification_status end`;

/** Name and address say which place it is, so that they stay together. */
const IDENTIFYING = ["name", "address", "city", "state"];
const isGiven = (column: string): string =>
  IDENTIFYING.includes(column) ? `(${IDENTIFYING.map(isSaid).join(" or ")})` : isSaid(column);
/** The columns whose field has another name. */
const FIELDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OPTIONAL).map(([field, column]) => [column, field]),
);
/** Whether the owner or staff said it last. */
const isSaid = (column: string): string =>
  `coalesce(p.said->'${FIELDS[column] ?? column}', p.said->'*')->>'by' in ('owner', 'staff')`;

/** The value of a text column: what the owner or staff gave stays, and an empty field of the file empties nothing. */
const textOf = (column: string): string =>
  `case when coalesce(s.${column}, '') = '' or ${isGiven(column)} then p.${column} else s.${column} end`;
const degreesOf = (column: string): string =>
  `case when s.latitude is null or ${isGiven("latitude")} then p.${column} else s.${column} end`;

const TEXT_COLUMNS = [...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS];

/** The columns that an import sets, with their values for place `p` and entry `s`. Columns that the file omits stay. */
export const SET_COLUMNS: readonly (readonly [column: string, value: string])[] = [
  ...TEXT_COLUMNS.map((column) => [column, textOf(column)] as const),
  ["place_id", "coalesce(s.place_id, p.place_id)"],
  ["latitude", degreesOf("latitude")],
  ["longitude", degreesOf("longitude")],
  ["halal_verification_status", STATUS],
];
export const SET_IDENTITY = `case when ${isGiven("name")} then p.identity else s.identity end`;

const LEFT_MAX = 300; // entries that are listed

/** The entries of which values were left out, because the owner or staff gave others. */
export async function leftAsGiven(tx: Tx): Promise<readonly LeftAsGiven[]> {
  const names = TEXT_COLUMNS.map(
    (column) =>
      `case when ${isGiven(column)} and coalesce(s.${column}, '') <> '' and s.${column} is distinct from p.${column} then '${column}' end`,
  );
  const { rows } = await tx.execute<LeftAsGiven & Record<string, unknown>>(
    sql.raw(`select at, columns from (
      select s.n, s.at, array_remove(array[${names.join(", ")}], null) as columns
      from staged s join current_pois p on p.seq = s.poi where p.said <> '{}') named
      where columns <> '{}' order by n limit ${LEFT_MAX}`),
  );
  return rows;
}

interface LeftAsGiven {
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
