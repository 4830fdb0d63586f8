import { eq } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { copyRows, putRows } from "../../../db/query/stored-rows.ts";
import type { StoredRows } from "../../audit/trash/table.ts";
import { renewals as t } from "./table.ts";

/** What `putBackOfPlace` needs of the certificates that owners sent; they are deleted with their place. */
export const copyOfPlace = async (tx: Tx, poiId: string): Promise<StoredRows> => ({
  renewals: await copyRows(tx, t, eq(t.poiId, poiId)),
});

/** Puts them back. `partners` are the accounts that still exist. */
export const putBackOfPlace = (
  tx: Tx,
  { renewals = [] }: StoredRows,
  partners: ReadonlySet<unknown>,
): Promise<void> =>
  putRows(
    tx,
    t,
    renewals.map((row) => ({ ...row, partner_id: partners.has(row.partner_id) ? row.partner_id : null })),
  );
