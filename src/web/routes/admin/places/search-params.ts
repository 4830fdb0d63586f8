import { z } from "zod";
import { CATEGORY_NAMES, TIER_NAMES } from "../../../../shared/places/places.ts";
import { listParams } from "../../../kit/records/list-params.ts";
import { SYNC_NAMES } from "./labels.ts";

const params = listParams({
  filters: {
    q: { kind: "search", label: "Search name, address, city or id" },
    category: { kind: "choice", label: "Category", options: CATEGORY_NAMES },
    city: { kind: "text", label: "City", placeholder: "Any city" },
    tier: { kind: "choice", label: "Halal tier", options: TIER_NAMES },
    owner: { kind: "choice", label: "Owner", options: { any: "With an owner", none: "Without an owner" } },
    syncState: { kind: "choice", label: "Sync", options: SYNC_NAMES },
    hasCoordinates: {
      kind: "flag",
      label: "Coordinates",
      options: { false: "Missing", true: "Known" },
    },
  },
  sorts: { newest: "Newest first", oldest: "Oldest first" },
});

/** What a search finds comes best first, which cannot be read from its end. */
export const placeParams = {
  ...params,
  isReversible: (search: Parameters<typeof params.isReversible>[0]) =>
    !search.q && params.isReversible(search),
};

const ID_MAX = 100;

/** `place` is the id of the place that is shown instead of the list. */
const openPlace = z.object({ place: z.string().min(1).max(ID_MAX).optional().catch(undefined) });
export const placesSearch = z.intersection(placeParams.schema, openPlace);
