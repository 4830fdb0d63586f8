import { desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import type { StoredRow } from "../../../db/query/stored-rows.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { PersonalData } from "../../../shared/people/personal-data.ts";
import { trashItems as t } from "./table.ts";

/** Columns that are secrets, or say nothing that the others do not. */
const HIDDEN = new Set(["password_hash", "public_key", "email_key", "search_key", "former_partner"]);

/** What is in the trash of a person: what `deleteItemsOf` deletes. Called by `people`. */
export async function itemsOf(tx: Tx, email: string): Promise<PersonalData> {
  const ofAddress = eq(t.emailKey, emailKey(email));
  const items = await tx.select().from(t).where(ofAddress).orderBy(desc(t.deletedAt));
  return {
    trash: items.map(({ id, kind, label, rows, deletedBy, deletedAt }) => ({
      id,
      at: deletedAt,
      kind,
      label,
      deletedBy,
      rows: Object.fromEntries(Object.entries(rows).map(([name, list]) => [name, list.map(shown)])),
      onErasure: "deleted" as const,
    })),
  };
}

/** Rows with these columns that were deleted with their record, by the name that its module gave them. */
export async function storedWith(
  tx: Tx,
  name: string,
  columns: StoredRow,
): Promise<readonly { readonly label: string; readonly row: StoredRow }[]> {
  const { rows } = await tx.execute<{ label: string; row: StoredRow }>(sql`
    select label, row from ${t}, jsonb_array_elements(rows->${name}::text) row
    where rows->${name}::text @> ${JSON.stringify([columns])}::jsonb and row @> ${JSON.stringify(columns)}::jsonb
    order by deleted_at desc`);
  return rows;
}

/** Whether a row with the id in this column was deleted or unlinked with a record. */
export const isStored = (name: string, id: SQLWrapper): SQL =>
  sql`exists (select from ${t} where ${t.rows}->${name}::text @> jsonb_build_array(jsonb_build_object('id', ${id})))`;

const shown = (row: StoredRow): StoredRow =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !HIDDEN.has(column)));
