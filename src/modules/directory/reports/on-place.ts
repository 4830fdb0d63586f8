import { and, eq, isNull, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Offers } from "../../../core/rpc/offers.ts";
import type { Tx } from "../../../db/client.ts";
import { moveRows, moveRowsBack } from "../../../db/query/move-rows.ts";
import type { MovedRows } from "../../../shared/places/facts.ts";
import { placeReports as t } from "./table.ts";

const REPORTS = {
  table: t,
  id: t.id,
  poiId: t.poiId,
  state: sql`case when ${t.closedAt} is null then 'open' else 'closed' end`,
} as const;

/** What happens to reports when places change. */
export const onPlace = {
  placeUse: async (tx, poiId) =>
    (await tx.$count(t, and(eq(t.poiId, poiId), isNull(t.deletedAt)))) > 0
      ? "a visitor has sent a report about the place"
      : null,
  placeRecords: { reports: { move: moveReports, moveBack: moveReportsBack } },
} satisfies Offers;

/** Moves all reports about a duplicate to the place that stays: open cases stay open, and conclusions stay public. */
async function moveReports(tx: Tx, _: Deps, from: string, to: string): Promise<MovedRows> {
  return { rows: await moveRows(tx, REPORTS, from, to), ended: [] };
}

/** Undoes `moveReports`. Returns how many have been closed since and stay. */
function moveReportsBack(tx: Tx, { rows }: MovedRows, from: string, to: string): Promise<number> {
  return moveRowsBack(tx, REPORTS, rows, from, to);
}
