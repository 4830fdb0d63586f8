import { listParams } from "../../../kit/records/list-params.ts";

export const userParams = listParams({
  filters: { q: { kind: "search", label: "Search username or email" } },
});
