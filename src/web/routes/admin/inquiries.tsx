import { useRef, useState } from "react";
import { ConfirmDelete } from "../../kit/dialog/confirm.tsx";
import { Inquiries } from "../../kit/inquiries/inquiries.tsx";
import { declareList } from "../../kit/records/declare-list.ts";
import { listParams } from "../../kit/records/list-params.ts";
import { ResourceList } from "../../kit/records/resource-list.tsx";
import { useAct } from "../../kit/records/use-act.ts";
import { StaffFrame } from "../../kit/staff/frame.tsx";
import { DateTime, None } from "../../kit/table/cells.tsx";

export function InquiriesPage() {
  return (
    <StaffFrame title="Inquiries">
      <div className="stack">
        <Inquiries />
        <Quarantine />
      </div>
    </StaffFrame>
  );
}

interface Deleting {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
}

/** The quarantined submissions, each to be released or deleted. */
function Quarantine() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [deleting, setDeleting] = useState<Deleting | null>(null);
  // A release moves it into a list, a deletion changes the counts.
  const act = useAct((utils) => utils.admin.invalidate(), heading);
  const restore = (id: string, name: string) =>
    act(`undo ${id}`, {
      send: (client) => client.admin.quarantine.restore.mutate({ id }),
      done: { title: "Restored", description: name },
      failed: "Failed to restore the submission",
    });
  const remove = ({ id, name }: Deleting) =>
    act(id, {
      removes: true,
      send: (client) => client.admin.quarantine.delete.mutate({ id }),
      done: { title: "Deleted", description: name, onUndo: () => void restore(id, name) },
      failed: "Failed to delete the submission",
      onDone: () => setDeleting(null),
    });
  return (
    <>
      <ResourceList
        list={quarantineList}
        headingRef={heading}
        rowActions={({ id, name, email }) => [
          {
            name: "Release",
            onSelect: () =>
              act(id, {
                removes: true,
                send: (client) => client.admin.quarantine.release.mutate({ id }),
                done: { title: "Released", description: `${name} is now in its list.` },
                failed: "Failed to release the submission",
              }),
          },
          {
            name: "Delete",
            onSelect: () => setDeleting({ id, name, detail: email }),
            destructive: true,
          },
        ]}
      />
      <ConfirmDelete
        record={deleting}
        onClose={() => setDeleting(null)}
        title="Delete submission"
        question="Are you sure you want to delete this submission?"
        onDelete={async () => deleting && remove(deleting)}
      />
    </>
  );
}

const FORMS = {
  waitlist: "Waitlist",
  partnership: "Partnership",
  report: "Report",
  suggestion: "Suggestion",
} as const;

/** The submissions of the public forms that filled in the honeypot. */
const quarantineList = declareList({
  params: listParams({ filters: {} }),
  pageSize: Number.POSITIVE_INFINITY, // the server sends every row at once
  query: (utils) => utils.admin.quarantine.list.queryOptions(),
  skeletonRows: 3,
  wraps: true,
  words: {
    title: "Possible spam",
    caption: "Submissions that may be spam",
    note: "These came with a field filled in that people do not see. Most are machines; release what a person wrote.",
    failed: "The quarantined submissions could not be loaded",
    empty: "No submission looks like spam",
    emptyText: "Submissions that look automated wait here until someone reviews them.",
  },
  nameOf: ({ name }) => name,
  columns: [
    { head: "Name", look: "main", cell: ({ name }) => name },
    { head: "Email", cell: ({ email }) => email || <None /> },
    { head: "Form", cell: ({ form }) => FORMS[form] },
    { head: "Message", cell: ({ message }) => message || <None /> },
    { head: "Received", cell: ({ createdAt }) => <DateTime at={createdAt} /> },
  ],
});
