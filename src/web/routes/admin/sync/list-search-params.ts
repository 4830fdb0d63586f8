import { z } from "zod";
import { listSearchFields } from "../../../lib/use-search-params.ts";

/** A list of this screen is only paged. */
export const pagedPlace = z.object(listSearchFields).pick({ cursor: true, depth: true, end: true });

/** Two lists stand on the screen, so each keeps its page under its own key. */
export const syncPlace = z.object({
  runs: pagedPlace.optional().catch(undefined),
  failures: pagedPlace.optional().catch(undefined),
});
