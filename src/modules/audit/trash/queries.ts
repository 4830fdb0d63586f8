import { desc, eq } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { Tx } from "../../../db/client.ts";
import type { JsonRow } from "../../../db/query/json-rows.ts";
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

async function rowsOf(tx: Tx, deps: Deps, { id, kind }: TrashItem): Promise<StoredRows> {
  const found: [string, readonly JsonRow[]][] = [];
  for (const offer of offersOf(deps, "deletedRows"))
    found.push(...Object.entries((await offer[kind]?.(tx, id)) ?? {}));
  return Object.fromEntries(found.map(([name, list]) => [name, list.map(shown)]));
}

const shown = (row: JsonRow): JsonRow =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !HIDDEN.has(column)));
