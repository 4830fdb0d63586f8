import type { z } from "zod";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { DomainError } from "../../shared/errors.ts";
import { record } from "../audit/public.ts";
import { findSamePlace } from "./duplicates/queries.ts";
import type { createInput, StaffPlace } from "./schema.ts";
import { createPlace, incompletePosition } from "./service.ts";

/**
 * Adds a place without an owner and without evidence. Throws 409 if a place has this name at this address already, in any
 * spelling, or this maps id; 400 for half a position.
 */
export function create(
  ctx: ActionContext<StaffActor>,
  fields: z.output<typeof createInput>,
): Promise<StaffPlace> {
  if ((fields.latitude === null) !== (fields.longitude === null)) throw incompletePosition();
  return ctx.deps.db.transaction(async (tx) => {
    const same = await findSamePlace(tx, fields);
    if (same)
      throw new DomainError("conflict", `${same.name}, ${same.address} is listed already`, {
        facts: { existing: same.id },
      });
    const row = await createPlace(tx, ctx.deps, fields, null);
    await record(tx, ctx, { subject: row.id, after: fields });
    return row;
  });
}
