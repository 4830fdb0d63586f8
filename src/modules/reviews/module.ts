import type { Offers } from "../../core/rpc/offers.ts";
import { deleteGoneViewers } from "./presence.ts";

export const reviews: Offers = { retention: [deleteGoneViewers] };
