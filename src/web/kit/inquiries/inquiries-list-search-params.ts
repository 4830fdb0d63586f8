import { listParams } from "../records/list-params.ts";
import { BUSINESS_TYPE_NAMES } from "./business-types.ts";
import { STAGE_NAMES } from "./stages.ts";

export const inquiryParams = listParams({
  filters: {
    q: { kind: "search", label: "Search business, contact or email" },
    answered: { kind: "flag", label: "Reply", options: { false: "Waiting", true: "Answered" } },
    stage: { kind: "choice", label: "Stage", options: STAGE_NAMES },
    assignee: { kind: "staff", label: "Assignee" },
    type: { kind: "choice", label: "Type", options: BUSINESS_TYPE_NAMES },
  },
  sorts: { newest: "Newest first", oldest: "Oldest first", business: "Business", email: "Email" },
});
