import { listParams } from "../../../blocks/resource-list/list-params.ts";

export const userParams = listParams({
  filters: { q: { kind: "search", label: "Search username or email" } },
});
