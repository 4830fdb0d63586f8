import type { Inquiry } from "../../../modules/inquiries/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { toastOutcome } from "../../lib/toast/toast-outcome.ts";
import { Confirm, ConfirmSubject } from "../../ui/confirm/confirm.tsx";
import { CopyCommand } from "../copy-command/copy-command.tsx";
import { useOpenRecord } from "../record-panel/use-open-record.ts";
import { useRefreshInquiries } from "./use-refresh-inquiries.ts";

interface DeleteDialogProps {
  /** Null while it is closed. */
  readonly inquiry: Inquiry | null;
  readonly onClose: () => void;
  /** The row or the button that had the focus is gone by then; called again when it was restored. */
  readonly onDeleted: () => void;
}

export function DeleteDialog({ inquiry, onClose, onDeleted }: DeleteDialogProps) {
  const remove = trpc.admin.partnerships.delete.useMutation();
  const restore = trpc.admin.partnerships.restore.useMutation();
  const refresh = useRefreshInquiries();
  const record = useOpenRecord();
  async function undo({ id, businessName }: Inquiry): Promise<void> {
    await toastOutcome(restore.mutateAsync({ id }), {
      done: { title: "Inquiry restored", description: businessName },
      failed: "Failed to restore the inquiry",
    });
    await refresh();
    onDeleted();
  }
  async function confirm(): Promise<void> {
    if (!inquiry) return;
    const done = await toastOutcome(remove.mutateAsync({ id: inquiry.id }), {
      done: {
        title: "Inquiry deleted",
        description: inquiry.businessName,
        onUndo: () => void undo(inquiry),
      },
      failed: "Failed to delete partnership",
    });
    if (!done) return;
    onClose();
    if (record.open === inquiry.id) await record.close();
    await refresh();
    onDeleted();
  }
  return (
    <Confirm
      open={inquiry !== null}
      onClose={onClose}
      title="Delete partnership inquiry"
      action="Delete"
      acting="Deleting..."
      onConfirm={confirm}
      aside={inquiry && <CopyCommand path="admin.partnerships.delete" input={{ id: inquiry.id }} />}
    >
      <ConfirmSubject name={inquiry?.businessName} detail={inquiry?.email} />
      <p>Are you sure you want to delete this partnership inquiry? This action cannot be undone.</p>
    </Confirm>
  );
}
