import { listParams } from "../../../kit/records/list-params.ts";

export const auditParams = listParams({
  filters: {
    q: { kind: "search", label: "Search words, ids or a day" },
    action: { kind: "text", label: "Action", placeholder: "admin.users" },
    actor: { kind: "text", label: "Actor", placeholder: "name or id" },
    since: { kind: "day", label: "Since" },
  },
});
