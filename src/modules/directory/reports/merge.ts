import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { moveRows, moveRowsBack } from "../../../db/query/move-rows.ts";
import type { MovedRows } from "../../../shared/places/merged-rows.ts";
import { placeReports as t } from "./table.ts";

const REPORTS = {
  table: t,
  id: t.id,
  poiId: t.poiId,
  state: sql`case when ${t.closedAt} is null then 'open' else 'closed' end`,
} as const;

/** Moves all reports about a duplicate to the place that stays: open cases stay open, and conclusions stay public. */
export const moveReports = async (tx: Tx, from: string, to: string): Promise<MovedRows> => ({
  rows: await moveRows(tx, REPORTS, from, to),
  ended: [],
});

/** Undoes `moveReports`. Returns how many have been closed since and stay. */
export const moveReportsBack = (tx: Tx, { rows }: MovedRows, from: string, to: string): Promise<number> =>
  moveRowsBack(tx, REPORTS, rows, from, to);
