import { and, desc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { readJsonRows } from "../../../db/query/json-rows.ts";
import type { StoredRows, TrashItem } from "../../audit/public.ts";
import { fileSuggestion } from "./service.ts";
import { placeSuggestions as t } from "./table.ts";

const quarantined = and(eq(t.quarantined, true), isNull(t.deletedAt));

/** Quarantined suggestions, newest first, without the visitors' addresses: staff need not know who suggests. */
export async function listQuarantined({ db }: Deps, limit: number) {
  const rows = await db.orm
    .select({ id: t.id, name: t.name, message: t.why, createdAt: t.createdAt })
    .from(t)
    .where(quarantined)
    .orderBy(desc(t.createdAt))
    .limit(limit);
  return rows.map((row) => ({ ...row, form: "suggestion" as const, email: "" }));
}

/** Releases one as if it had arrived now. False if none has this id. The caller records it. */
export async function releaseQuarantined({ now }: Deps, tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx
    .delete(t)
    .where(and(eq(t.id, id), quarantined))
    .returning();
  if (!row) return false;
  const at = now();
  await fileSuggestion(tx, { ...row, quarantined: false, createdAt: at, updatedAt: at });
  return true;
}

/** Deletes one; null if none has this id. The caller lists it in the trash. */
export async function removeQuarantined({ now }: Deps, tx: Tx, id: string) {
  const [deleted] = await tx
    .update(t)
    .set({ deletedAt: now() })
    .where(and(eq(t.id, id), quarantined))
    .returning({ label: t.name, email: t.email });
  return deleted ?? null;
}

/** Restores a deleted one into the quarantine; nothing if it is not of this form. */
export async function restoreQuarantined(tx: Tx, { id }: TrashItem): Promise<void> {
  await tx
    .update(t)
    .set({ deletedAt: null })
    .where(and(eq(t.id, id), isNotNull(t.deletedAt)));
}

/** Deletes suggestions in the trash for good. */
export const purge = (tx: Tx, ids: readonly string[]) =>
  tx.delete(t).where(and(inArray(t.id, [...ids]), isNotNull(t.deletedAt)));

/** The row of a suggestion in the trash. */
export async function deletedRows(tx: Tx, id: string): Promise<StoredRows> {
  const suggestion = await readJsonRows(tx, t, and(eq(t.id, id), isNotNull(t.deletedAt)));
  return suggestion.length === 0 ? {} : { suggestion };
}
