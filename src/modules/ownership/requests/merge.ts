import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { moveRows, moveRowsBack } from "../../../db/query/move-rows.ts";
import type { MovedRows } from "../../../shared/places/merged-rows.ts";
import { poiRequests as t } from "./table.ts";

const REQUESTS = { table: t, id: t.id, poiId: t.poiId, state: sql`${t.status}` } as const;

/** The request that created a duplicate names the place that stays. */
export const moveRequests = async (tx: Tx, from: string, to: string): Promise<MovedRows> => ({
  rows: await moveRows(tx, REQUESTS, from, to),
  ended: [],
});

/** Undoes `moveRequests`. Returns how many have been changed since and stay. */
export const moveRequestsBack = (tx: Tx, { rows }: MovedRows, from: string, to: string): Promise<number> =>
  moveRowsBack(tx, REQUESTS, rows, from, to);
