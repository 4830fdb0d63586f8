import { z } from "zod";
import { placeFields } from "../../../lib/use-search-params.ts";

/** The list's state in an address. */
export const userPlace = z.object(placeFields).omit({ end: true });
