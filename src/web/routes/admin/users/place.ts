import { z } from "zod";
import { placeFields } from "../../../lib/use-place.ts";

/** The list's state in an address. */
export const userPlace = z.object(placeFields).omit({ end: true });
