import { declareList } from "../../../blocks/resource-list/declare-list.ts";
import { KIND_NAMES } from "../../../blocks/trash/content.ts";
import { DateTime, Day } from "../../../ui/table/cells.tsx";
import { UserText } from "../../../ui/user-text/user-text.tsx";
import { trashParams } from "./list-search-params.ts";

export const trashList = declareList({
  params: trashParams,
  pageSize: 25,
  alwaysFresh: true,
  query: (utils, input) => utils.admin.trash.list.queryOptions(input),
  words: {
    title: "Trash",
    caption: "Deleted records, the last deleted first",
    note: "What staff delete is kept for 30 days and can be restored. A person who asks to be erased is not kept here.",
    pages: "Pages of the trash",
    failed: "The trash could not be loaded",
    empty: "The trash is empty",
    emptyText: "What you delete is kept here for 30 days.",
    noMatch: "Nothing in the trash matches",
    noMatchText: "Try part of a name or an address.",
  },
  rowActions: { look: "buttons", nameOf: ({ label }) => label },
  columns: [
    {
      head: "Record",
      look: "main",
      cell: ({ label, email }) => (
        <>
          <UserText text={label} />
          {email && (
            <span className="table-sub">
              <UserText text={email} />
            </span>
          )}
        </>
      ),
    },
    { head: "Kind", cell: ({ kind }) => KIND_NAMES[kind] },
    { head: "Deleted by", cell: ({ deletedBy }) => <UserText text={deletedBy} /> },
    { head: "Deleted", cell: ({ deletedAt }) => <DateTime at={deletedAt} /> },
    { head: "Kept until", cell: ({ keptUntil }) => <Day at={keptUntil} /> },
  ],
});
