import { declareList } from "../../../blocks/resource-list/declare-list.ts";
import { listParams } from "../../../blocks/resource-list/list-params.ts";
import { DateTime, None } from "../../../ui/table/cells.tsx";

const FORMS = { waitlist: "Waitlist", partnership: "Partnership", report: "Report" } as const;

/** The submissions of the public forms that filled in the honeypot. */
export const quarantineList = declareList({
  params: listParams({ filters: {} }),
  pageSize: Number.POSITIVE_INFINITY, // the server sends every row at once
  query: (utils) => utils.admin.quarantine.list.queryOptions(),
  skeletonRows: 3,
  words: {
    title: "Held back",
    caption: "Submissions that were held back",
    note: "These came with a field filled in that people do not see. Most are machines; release what a person wrote.",
    failed: "The quarantined submissions could not be loaded",
    empty: "Nothing is held back",
    emptyText: "Submissions that look automated wait here until someone reviews them.",
  },
  rowActions: { look: "buttons", nameOf: ({ name }) => name },
  columns: [
    { head: "Name", look: "main", cell: ({ name }) => name },
    { head: "Email", cell: ({ email }) => email || <None /> },
    { head: "Form", cell: ({ form }) => FORMS[form] },
    { head: "Message", cell: ({ message }) => message || <None /> },
    { head: "Received", cell: ({ createdAt }) => <DateTime at={createdAt} /> },
  ],
});
