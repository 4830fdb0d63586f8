import { listParams } from "../../../kit/records/list-params.ts";
import { KIND_NAMES } from "../../../kit/records/use-restore.ts";

export const trashParams = listParams({
  filters: {
    q: { kind: "search", label: "Search name or email" },
    kind: { kind: "choice", label: "Kind", options: KIND_NAMES },
  },
});
