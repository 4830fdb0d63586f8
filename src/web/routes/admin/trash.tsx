import { useRef } from "react";
import { declareList } from "../../kit/records/declare-list.ts";
import { TRASH_KIND_NAMES, trashParams } from "../../kit/records/lists.ts";
import { ResourceList } from "../../kit/records/resource-list.tsx";
import { useRestore } from "../../kit/records/use-act.ts";
import { StaffFrame } from "../../kit/staff/frame.tsx";
import { Age, Day } from "../../kit/table/cells.tsx";
import { UserText } from "../../kit/text/user-text.tsx";
import { focusFrom } from "../../lib/focus.ts";
import { useOnce } from "../../lib/use-busy.ts";

export function TrashPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  const restore = useRestore();
  const once = useOnce();
  async function putBack(id: string): Promise<void> {
    const pressed = document.activeElement;
    await restore(id);
    focusFrom(pressed, heading.current);
  }
  return (
    <StaffFrame title={trashList.words.title}>
      <ResourceList
        list={trashList}
        headingRef={heading}
        rowActions={({ id }) => [{ name: "Restore", onSelect: () => once(id, () => putBack(id)) }]}
      />
    </StaffFrame>
  );
}

const trashList = declareList({
  params: trashParams,
  views: "trash",
  alwaysFresh: true,
  query: (utils, input) => utils.admin.trash.list.queryOptions(input),
  words: {
    title: "Trash",
    isScreen: true,
    caption: "Deleted records, the last deleted first",
    note: "What staff delete is kept for 30 days and can be restored. A person who asks to be erased is not kept here.",
    pages: "Pages of the trash",
    failed: "The trash could not be loaded",
    empty: "The trash is empty",
    emptyText: "What you delete is kept here for 30 days.",
    noMatch: "Nothing in the trash matches",
    noMatchText: "Try part of a name or an address.",
  },
  nameOf: ({ label }) => label,
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
    { head: "Kind", brief: true, cell: ({ kind }) => TRASH_KIND_NAMES[kind] },
    { head: "Deleted by", cell: ({ deletedBy }) => <UserText text={deletedBy} /> },
    { head: "Deleted", cell: ({ deletedAt }) => <Age at={deletedAt} /> },
    { head: "Kept until", brief: true, cell: ({ keptUntil }) => <Day at={keptUntil} /> },
  ],
});
