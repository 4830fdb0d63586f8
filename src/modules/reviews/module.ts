import type { Offers } from "../../core/rpc/offers.ts";
import { recorder } from "../evidence/public.ts";
import { deleteGoneViewers } from "./assignments.ts";
import { countWaiting, deleteDecidedAssignments } from "./waiting.ts";

export const reviews: Offers = {
  waiting: async ({ deps, principal }) => ({
    cases: await countWaiting(deps, { readerId: recorder(principal).byId, withSnoozed: false }),
  }),
  retention: [deleteGoneViewers, deleteDecidedAssignments],
};
