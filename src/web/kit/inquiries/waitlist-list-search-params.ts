import { listParams } from "../records/list-params.ts";

export const signupParams = listParams({
  filters: {
    q: { kind: "search", label: "Search name or email" },
    beta: { kind: "flag", label: "Beta", options: { true: "Beta testers", false: "Others" } },
    confirmed: {
      kind: "flag",
      label: "Address",
      options: { true: "Confirmed", false: "Not confirmed" },
    },
    invited: { kind: "flag", label: "Beta invitation", options: { true: "Invited", false: "Not invited" } },
    left: { kind: "flag", label: "On the list", options: { false: "Still waiting", true: "Left" } },
  },
  sorts: { newest: "Newest first", oldest: "Oldest first", name: "Name", email: "Email" },
});
