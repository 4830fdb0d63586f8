import { trpc } from "../../lib/api.tsx";
import { messageOf } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { Confirm } from "../../ui/confirm/confirm.tsx";
import { DELETION, FAILED } from "./content.ts";
import { type Inquiry, useInquiriesChanged } from "./use-inquiries.ts";

interface DeleteDialogProps {
  /** Null while it is closed. */
  readonly inquiry: Inquiry | null;
  readonly onClose: () => void;
  /** The row that had the focus is gone by then. */
  readonly onDeleted: () => void;
}

export function DeleteDialog({ inquiry, onClose, onDeleted }: DeleteDialogProps) {
  const remove = trpc.admin.partnerships.delete.useMutation();
  const changed = useInquiriesChanged();
  async function confirm(): Promise<void> {
    if (!inquiry) return;
    try {
      await remove.mutateAsync({ id: inquiry.id });
      toast({ title: DELETION.deleted, description: inquiry.businessName });
      onClose();
      await changed();
      onDeleted();
    } catch (error) {
      const message = messageOf(error);
      toast({ title: FAILED.delete, variant: "destructive", ...(message && { description: message }) });
    }
  }
  return (
    <Confirm
      open={inquiry !== null}
      onClose={onClose}
      title={DELETION.title}
      action={DELETION.confirm}
      acting={DELETION.deleting}
      cancel={DELETION.cancel}
      onConfirm={confirm}
    >
      {DELETION.ask}
    </Confirm>
  );
}
