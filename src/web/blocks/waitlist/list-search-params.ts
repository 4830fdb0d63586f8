import { listParams } from "../resource-list/list-params.ts";

export const signupParams = listParams({
  filters: {
    q: { kind: "search", label: "Search name or email" },
    beta: { kind: "flag", label: "Beta", options: { true: "Beta testers", false: "Others" } },
  },
  sorts: { newest: "Newest first", oldest: "Oldest first", name: "Name", email: "Email" },
});
