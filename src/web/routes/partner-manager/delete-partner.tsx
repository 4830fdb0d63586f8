import type { Partner } from "../../../modules/partners/schema.ts";
import { isolated } from "../../../shared/format.ts";
import { ConfirmDelete } from "../../kit/dialog/confirm.tsx";
import { useRestore } from "../../kit/records/use-act.ts";
import { trpc } from "../../lib/api.tsx";
import { needsReauthentication } from "../../lib/errors.ts";
import { toast, toastError } from "../../lib/toast.ts";

interface DeletePartnerProps {
  /** Null while the dialog is closed. */
  readonly partner: Partner | null;
  readonly onClose: () => void;
  /** Called again once the partner was restored. */
  readonly onDeleted: () => void;
}

/** Asks whether to delete a partner, and deletes it. */
export function DeletePartner({ partner, onClose, onDeleted }: DeletePartnerProps) {
  const restore = useRestore();
  const { client, partnerManager } = trpc.useUtils();
  async function remove({ id }: Partner): Promise<void> {
    try {
      await client.partnerManager.partners.delete.mutate({ id });
      toast({
        title: "Partner Deleted",
        description: "Business partner has been removed successfully.",
        onUndo: () => void restore(id).then(onDeleted),
      });
      await partnerManager.partners.invalidate();
      onDeleted();
    } catch (error) {
      if (needsReauthentication(error)) return;
      toastError("Error", "Failed to delete partner. Please try again.");
      // The refusal may be due to a change that this list does not show yet.
      await partnerManager.partners.invalidate().catch(() => undefined);
    }
  }
  return (
    <ConfirmDelete
      record={partner && { name: partner.businessName, detail: partner.email }}
      onClose={onClose}
      title="Delete Partner"
      question={`Are you sure you want to delete "${isolated(partner?.businessName ?? "")}"? This action cannot be undone.`}
      onDelete={async () => {
        onClose();
        if (partner) await remove(partner);
      }}
    />
  );
}
