import { desc, eq } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import type { StoredRow } from "../../../db/query/stored-rows.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { PersonalData } from "../../../shared/people/personal-data.ts";
import { trashItems as t } from "../table.ts";

/** Columns that are secrets, or say nothing that the others do not. */
const HIDDEN = new Set(["password_hash", "public_key", "email_key", "search_key", "former_partner"]);

/** What is in the trash of a person: what `deleteItemsOf` deletes. Called by `people`. */
export async function itemsOf(tx: Tx, email: string): Promise<PersonalData> {
  const ofAddress = eq(t.emailKey, emailKey(email));
  const items = await tx.select().from(t).where(ofAddress).orderBy(desc(t.deletedAt));
  return {
    trash: items.map(({ id, kind, label, rows, deletedBy, deletedAt }) => ({
      ...{ id, at: deletedAt, kind, label, deletedBy },
      rows: Object.fromEntries(Object.entries(rows).map(([name, list]) => [name, list.map(shown)])),
      onErasure: "deleted" as const,
    })),
  };
}

const shown = (row: StoredRow): StoredRow =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !HIDDEN.has(column)));
