import type { Offers } from "../../core/rpc/offers.ts";
import { deleteGoneViewers } from "./presence.ts";
import { deleteDecidedAssignments } from "./waiting.ts";

export const reviews: Offers = { retention: [deleteGoneViewers, deleteDecidedAssignments] };
