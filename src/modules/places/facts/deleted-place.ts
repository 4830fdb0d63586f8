import { eq } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { copyRows, putRows } from "../../../db/query/stored-rows.ts";
import type { StoredRows } from "../../audit/trash/table.ts";
import { placeFacts as t } from "./table.ts";

/** The facts about a place that is about to be deleted with them, for `putBackOfPlace`. */
export const copyOfPlace = async (tx: Tx, poiId: string): Promise<StoredRows> => ({
  facts: await copyRows(tx, t, eq(t.poiId, poiId)),
});

/** Puts the facts about a restored place back. */
export const putBackOfPlace = (tx: Tx, { facts = [] }: StoredRows): Promise<void> => putRows(tx, t, facts);
