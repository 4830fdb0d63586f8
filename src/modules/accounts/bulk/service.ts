import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { onEach } from "../../audit/public.ts";
import { findByName } from "../account-rows.ts";
import { get } from "../queries.ts";
import type { StaffUser } from "../schema.ts";
import { update } from "../service.ts";
import type { UsersChanged } from "./schema.ts";

type Change = Partial<Pick<StaffUser, "role" | "isActive">>;

/**
 * Updates each account as `update` does, and skips those that need no change. The caller's own account and the last active
 * super admin are refused.
 */
export async function updateEach(
  ctx: ActionContext<StaffActor>,
  ids: readonly string[],
  change: Change,
): Promise<UsersChanged> {
  const changed: UsersChanged["changed"] = [];
  const result = await onEach(
    ctx,
    ids,
    async (id) => {
      const before = await get(ctx, id);
      const { role, isActive } = before;
      const next = { role, isActive, ...change };
      if (next.role === role && next.isActive === isActive) return;
      const { updatedAt } = await update(ctx, id, { ...change, updatedAt: before.updatedAt });
      changed.push({ id, role, isActive, updatedAt });
    },
    async (id) => (await findByName(ctx.deps, id))?.username,
  );
  return { ...result, changed };
}
