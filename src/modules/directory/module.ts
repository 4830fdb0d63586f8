import type { Offers } from "../../core/rpc/offers.ts";
import { onPlace } from "./reports/on-place.ts";

export const directory: Offers = onPlace;
