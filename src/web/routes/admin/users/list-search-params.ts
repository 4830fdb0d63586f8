import { z } from "zod";
import { listSearchFields } from "../../../lib/use-search-params.ts";

/** The list's state in an address. */
export const userPlace = z.object(listSearchFields).omit({ end: true });
