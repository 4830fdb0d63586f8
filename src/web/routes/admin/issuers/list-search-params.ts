import { listParams } from "../../../blocks/resource-list/list-params.ts";

export const issuerParams = listParams({
  filters: { q: { kind: "search", label: "Search by name" } },
});
