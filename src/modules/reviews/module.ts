import type { Offers } from "../../core/rpc/offers.ts";
import { deleteGoneViewers } from "./presence.ts";
import { deleteDecidedAssignments } from "./queue.ts";

export const reviews: Offers = { retention: [deleteGoneViewers, deleteDecidedAssignments] };
