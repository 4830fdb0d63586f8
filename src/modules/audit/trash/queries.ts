import { desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { Tx } from "../../../db/client.ts";
import type { StoredRow } from "../../../db/query/stored-rows.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { PersonalData } from "../../../shared/people/personal-data.ts";
import type { ByKind } from "./service.ts";
import { type StoredRows, type TrashItem, trashItems as t } from "./table.ts";

declare module "../../../core/rpc/offers.ts" {
  interface Offers {
    /** The rows of a deleted record, by the names under which the person finds them; none if it is not of this module. */
    readonly deletedRows?: ByKind<(tx: Tx, id: string) => Promise<StoredRows>>;
  }
}

/** Columns that are secrets, or say nothing that the others do not. */
const HIDDEN = new Set([
  "password_hash",
  "public_key",
  "email_key",
  "search_key",
  "former_partner",
  "deleted_at",
]);

/** What is in the trash of a person: what `purgeItemsOf` deletes. Called by `people`. */
export async function itemsOf(tx: Tx, deps: Deps, email: string): Promise<PersonalData> {
  const ofAddress = eq(t.emailKey, emailKey(email));
  const items = await tx.select().from(t).where(ofAddress).orderBy(desc(t.deletedAt));
  const trash = [];
  for (const item of items) {
    const { id, kind, label, deletedBy, deletedAt: at } = item;
    const rows = await rowsOf(tx, deps, item);
    trash.push({ id, at, kind, label, deletedBy, rows, onErasure: "deleted" as const });
  }
  return { trash };
}

async function rowsOf(tx: Tx, deps: Deps, { id, kind, rows }: TrashItem): Promise<StoredRows> {
  const found = Object.entries(rows);
  for (const offer of offersOf(deps, "deletedRows"))
    found.push(...Object.entries((await offer[kind]?.(tx, id)) ?? {}));
  return Object.fromEntries(found.map(([name, list]) => [name, list.map(shown)]));
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
