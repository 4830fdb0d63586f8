import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from "./import-staging.ts";

/** Whether the file calls the place halal, which makes it reported; a masjid has no tier. */
export const IS_REPORTED = "s.status in ('reported', 'friendly', 'verified') and s.category <> 'mosque'";

const STATUS = `case when p.halal_verification_status = 'unverified' and ${IS_REPORTED} then 'reported'
    else p.halal_verification_status end`;

/** The columns that an import sets, with their values for place `p` and entry `s`. Columns that the file omits stay. */
export const SET_COLUMNS: readonly (readonly [column: string, value: string])[] = [
  ...REQUIRED_COLUMNS.map((column) => [column, `s.${column}`] as const),
  ...OPTIONAL_COLUMNS.map((column) => [column, `coalesce(s.${column}, p.${column})`] as const),
  ["place_id", "coalesce(s.place_id, p.place_id)"],
  ["latitude", "case when s.latitude is null then p.latitude else s.latitude end"],
  ["longitude", "case when s.latitude is null then p.longitude else s.longitude end"],
  ["halal_verification_status", STATUS],
];

/** Collects the matched places that differ from their entries, as they are before the import, in `touched`. */
export async function collectChanged(tx: Tx): Promise<void> {
  const differs = SET_COLUMNS.map(([column, value]) => `p.${column} is distinct from ${value}`).join(" or ");
  await tx.execute(
    sql.raw(`create temp table touched on commit drop as select p.seq, p.name, p.city, p.category, p.state, p.latitude, p.longitude
      from staged s join current_pois p on p.seq = s.poi where ${differs}`),
  );
}
