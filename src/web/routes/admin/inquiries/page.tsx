import { type RefObject, useRef } from "react";
import type { QuarantinedItem } from "../../../../modules/backoffice/quarantine/schema.ts";
import { Inquiries } from "../../../kit/inquiries/inquiries.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { listParams } from "../../../kit/records/list-params.ts";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { DateTime, None } from "../../../kit/table/cells.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toastOutcome } from "../../../lib/toast.ts";
import { useOnce } from "../../../lib/use-busy.ts";

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

/** The quarantined submissions, each to be released or deleted. */
function Quarantine() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { release, remove } = useQuarantineChanges(heading);
  return (
    <ResourceList
      list={quarantineList}
      headingRef={heading}
      rowActions={(submission) => [
        {
          name: "Release",
          onSelect: () => void release(submission),
        },
        {
          name: "Delete",
          onSelect: () => void remove(submission),
        },
      ]}
    />
  );
}

/** Both resolve to whether it was done. */
function useQuarantineChanges(heading: RefObject<HTMLElement | null>) {
  const release = trpc.admin.quarantine.release.useMutation();
  const remove = trpc.admin.quarantine.delete.useMutation();
  const restore = trpc.admin.quarantine.restore.useMutation();
  const utils = trpc.useUtils();
  const once = useOnce();

  async function send(...change: Parameters<typeof toastOutcome>): Promise<boolean> {
    const pressed = document.activeElement;
    if (!(await toastOutcome(...change))) return false;
    // A release moves it into a list, a deletion changes the counts.
    await utils.admin.invalidate();
    focusFrom(pressed, heading.current);
    return true;
  }

  const undo = (id: string, name: string) =>
    send(restore.mutateAsync({ id }), {
      done: { title: "Restored", description: name },
      failed: "Failed to restore the submission",
    });

  return {
    release: ({ id, name }: QuarantinedItem) =>
      once(id, () =>
        send(release.mutateAsync({ id }), {
          done: { title: "Released", description: `${name} is now in its list.` },
          failed: "Failed to release the submission",
        }),
      ),
    remove: ({ id, name }: QuarantinedItem) =>
      once(id, () =>
        send(remove.mutateAsync({ id }), {
          done: { title: "Deleted", description: name, onUndo: () => void undo(id, name) },
          failed: "Failed to delete the submission",
        }),
      ),
  } as const;
}

const FORMS = { waitlist: "Waitlist", partnership: "Partnership", report: "Report" } as const;

/** The submissions of the public forms that filled in the honeypot. */
const quarantineList = declareList({
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
