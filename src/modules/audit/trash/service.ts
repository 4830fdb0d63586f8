import { and, asc, desc, eq, gt, inArray, lte, type SQL } from "drizzle-orm";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import type { JsonRow } from "../../../db/query/json-rows.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { Erasure, PersonalData } from "../../../shared/people/personal-data.ts";
import { TRASH_KEPT, type TrashKind } from "../../../shared/trash.ts";
import { type StoredRows, type TrashItem, trashItems as t } from "./table.ts";

export type ByKind<Offer> = Partial<Readonly<Record<TrashKind, Offer>>>;

declare module "../../../core/rpc/offers.ts" {
  interface Offers {
    /** How the module deletes its deleted records of a kind for good. Ids of other modules' records are none of its. */
    readonly purge?: ByKind<(tx: Tx, ids: readonly string[]) => Promise<unknown>>;
  }
}

export interface Discarded {
  readonly id: string;
  readonly kind: TrashKind;
  /** What the record is called. */
  readonly label: string;
  /** The address of the person whose record it is; null for no person's. */
  readonly email: string | null;
  /** Equal for records that are deleted in one act. */
  readonly act?: string | undefined;
}

/** Lists a record in the trash that its module has just marked as deleted in this transaction. */
export async function discard(
  tx: Tx,
  { deps, principal }: ActionContext<StaffActor>,
  { email, ...item }: Discarded,
): Promise<void> {
  const deletedBy = principal.name;
  const of = email === null ? null : emailKey(email);
  await tx.insert(t).values({ ...item, emailKey: of, deletedBy, deletedAt: deps.now() });
}

/** A restored record. */
export interface Restored {
  /** Sentences about what did not come back with it. */
  readonly notes: readonly string[];
  /** What the audit log keeps of it. */
  readonly recorded: Readonly<Record<string, unknown>>;
}

/** Removes a record from the trash that its module then restores; null if it is not in it. */
export async function removeItem(
  tx: Tx,
  deps: Deps,
  id: string,
  kind?: TrashKind,
): Promise<TrashItem | null> {
  const kept = and(eq(t.id, id), gt(t.deletedAt, keptSince(deps)), kind && eq(t.kind, kind));
  const [item] = await tx.delete(t).where(kept).returning();
  return item ?? null;
}

/** Keeps staff from restoring what is in the trash of a person until the transaction ends. Called by `people`. */
export async function lockItemsOf(tx: Tx, email: string): Promise<void> {
  await tx
    .select({ id: t.id })
    .from(t)
    .where(eq(t.emailKey, emailKey(email)))
    .for("update");
}

/** Deletes what is in the trash of a person for good. Called by `people`. */
export async function purgeItemsOf(tx: Tx, deps: Deps, email: string, kind?: TrashKind): Promise<Erasure> {
  const ids = await purge(tx, deps, and(eq(t.emailKey, emailKey(email)), kind && eq(t.kind, kind)));
  return { ids, kept: [] };
}

/** Deletes records in the trash for good, with what belongs to them. Returns their ids. */
async function purge(tx: Tx, deps: Pick<Deps, "modules">, which: SQL | undefined): Promise<string[]> {
  const items = await tx.delete(t).where(which).returning({ id: t.id, kind: t.kind });
  for (const [kind, ofKind] of Map.groupBy(items, (item) => item.kind))
    for (const offer of offersOf(deps, "purge"))
      await offer[kind]?.(
        tx,
        ofKind.map(({ id }) => id),
      );
  return items.map(({ id }) => id);
}

const PURGE_BATCH = 500; // items a transaction: what belongs to a place takes a statement each

/** Deletes for good what can no longer be restored, the oldest first. */
export async function emptyTrash({ db, ...deps }: Deps): Promise<void> {
  const expired = db.orm
    .select({ id: t.id })
    .from(t)
    .where(lte(t.deletedAt, keptSince(deps)))
    .orderBy(asc(t.deletedAt), asc(t.id))
    .limit(PURGE_BATCH);
  for (let purged = PURGE_BATCH; purged === PURGE_BATCH; )
    purged = (await db.transaction((tx) => purge(tx, deps, inArray(t.id, expired)))).length;
}

export const keptSince = ({ now }: Pick<Deps, "now">) => new Date(now().getTime() - TRASH_KEPT);

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
