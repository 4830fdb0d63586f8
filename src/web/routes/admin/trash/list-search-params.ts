import { listParams } from "../../../blocks/resource-list/list-params.ts";
import { KIND_NAMES } from "../../../blocks/trash/content.ts";

export const trashParams = listParams({
  filters: {
    q: { kind: "search", label: "Search name or email" },
    kind: { kind: "choice", label: "Kind", options: KIND_NAMES },
  },
});
