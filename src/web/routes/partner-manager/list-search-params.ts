import { listParams } from "../../kit/records/list-params.ts";

export const partnerParams = listParams({
  filters: {
    q: { kind: "search", label: "Search business, contact or email" },
    verified: { kind: "flag", label: "Status", options: { true: "Verified", false: "Pending" } },
  },
  sorts: { newest: "Newest first", oldest: "Oldest first", business: "Business", email: "Email" },
});
