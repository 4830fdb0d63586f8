import { desc, eq, or } from "drizzle-orm";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Merges } from "./schema.ts";
import { UNDO_KEPT } from "./service.ts";
import { placeMerges as t } from "./table.ts";

/** The merges into a place and of it into another, newest first. Empty for an unknown place. */
export async function listMerges({ deps }: ActionContext<StaffActor>, id: string): Promise<Merges> {
  const rows = await deps.db.orm
    .select()
    .from(t)
    .where(or(eq(t.keptId, id), eq(t.duplicateId, id)))
    .orderBy(desc(t.mergedAt), desc(t.id));
  const end = deps.now().getTime();
  return rows.map(({ undo, ...row }) => {
    const until = new Date(row.mergedAt.getTime() + UNDO_KEPT);
    return { ...row, undoUntil: undo !== null && until.getTime() >= end ? until : null };
  });
}
