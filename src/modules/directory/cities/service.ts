import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { record } from "../../audit/public.ts";
import { cityState } from "./table.ts";

/** Sets how many confirmed people a metro needs before the launch there. */
export function setBar(ctx: ActionContext<StaffActor>, bar: number) {
  return ctx.deps.db.transaction(async (tx) => {
    await tx.insert(cityState).values({}).onConflictDoNothing();
    const [before] = await tx.select({ bar: cityState.bar }).from(cityState).for("update");
    await tx.update(cityState).set({ bar });
    await record(tx, ctx, { subject: null, before: { bar: before?.bar ?? null }, after: { bar } });
    return { bar };
  });
}
