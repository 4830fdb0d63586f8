import { eq } from "drizzle-orm";
import type { Tx } from "../../../../db/client.ts";
import { copyRows, putRows } from "../../../../db/query/stored-rows.ts";
import type { StoredRows } from "../../../audit/trash/table.ts";
import { placeReports as t } from "../table.ts";

/** The reports about a place that is about to be deleted with them, for `putBackOfPlace`. */
export const copyOfPlace = async (tx: Tx, poiId: string): Promise<StoredRows> => ({
  reports: await copyRows(tx, t, eq(t.poiId, poiId)),
});

/** Puts the reports about a restored place back. `partners` are the accounts that still exist. */
export const putBackOfPlace = (
  tx: Tx,
  { reports = [] }: StoredRows,
  partners: ReadonlySet<unknown>,
): Promise<void> =>
  putRows(
    tx,
    t,
    reports.map((row) =>
      partners.has(row.partner_id) ? { ...row, former_partner: null } : { ...row, partner_id: null },
    ),
  );
