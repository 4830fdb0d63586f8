import { listParams } from "../../../kit/records/list-params.ts";

export const issuerParams = listParams({
  filters: { q: { kind: "search", label: "Search by name" } },
});
