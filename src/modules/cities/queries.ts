import type { z } from "zod";
import type { ActionContext, Visitor } from "../../core/rpc/context.ts";
import { type citySearchInput, type citySearchOutput, FOUND_MAX } from "./schema.ts";

/** The cities that a typed text can mean, the most populous first; at most eight. */
export const search = (
  { deps }: ActionContext<Visitor>,
  { q }: z.output<typeof citySearchInput>,
): z.output<typeof citySearchOutput> =>
  deps.state.gazetteer.search(q, FOUND_MAX).map(({ id, name, state }) => ({ id: String(id), name, state }));
