import type { z } from "zod";
import type { ActionContext } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { BULK_MAX } from "../../../shared/bulk.ts";
import {
  type ByKind,
  onEach,
  type Restored,
  record,
  removeItem,
  type TrashItem,
} from "../../audit/public.ts";
import { idsOfAct, notInTrash, restorableBy } from "./queries.ts";
import type { restoreActInput } from "./schema.ts";

declare module "../../../core/rpc/offers.ts" {
  interface Offers {
    /** How the module restores its kinds of records as they were; throws 409 if something has taken the place of one. */
    readonly restore?: ByKind<Restore>;
  }
}

type Restore = (tx: Tx, item: TrashItem, ctx: ActionContext<StaffActor>) => Promise<Restored>;

/**
 * Restores a deleted record with its id and everything that it had. Throws 404 once it is restored, erased or too old,
 * and for a kind that the caller may not delete and so does not see; 409 if something has taken its place.
 */
export function restore(ctx: ActionContext<StaffActor>, id: string) {
  return ctx.deps.db.transaction(async (tx) => {
    const item = await removeItem(tx, ctx.deps, id);
    if (!item || !restorableBy(ctx.principal).includes(item.kind)) throw notInTrash();
    const { kind, label } = item;
    const restoreItem = offersOf(ctx.deps, "restore").find((each) => each[kind])?.[kind];
    if (!restoreItem) throw new Error(`No module restores a ${kind}`);
    const { notes, recorded } = await restoreItem(tx, item, ctx);
    await record(tx, ctx, { subject: id, after: { kind, ...recorded } });
    return { success: true as const, id, kind, label, notes: [...notes] };
  });
}

/** Restores the next records that were deleted in one act, each in a transaction of its own; refusals are reported. */
export async function restoreAct(
  ctx: ActionContext<StaffActor>,
  { act, after }: z.output<typeof restoreActInput>,
) {
  const ids = await idsOfAct(ctx, act, after);
  const result = await onEach(ctx, ids, (id) => restore(ctx, id));
  return { ...result, next: ids.length === BULK_MAX ? (ids.at(-1) ?? null) : null };
}
