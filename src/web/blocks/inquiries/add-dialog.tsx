import { createInput, MISSING_IN_ADMIN } from "../../../modules/partnerships/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FAILED, FORM } from "./content.ts";
import { NOTHING, readEntered } from "./form-values.ts";
import { InquiryForm } from "./inquiry-form.tsx";
import { useRefreshInquiries } from "./use-refresh-inquiries.ts";

interface AddDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function AddDialog({ open, onOpenChange }: AddDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={FORM.add} description={FORM.text}>
      <AddForm onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const create = trpc.admin.partnerships.create.useMutation();
  const refresh = useRefreshInquiries();
  const submit = useSubmit({
    schema: createInput,
    missing: MISSING_IN_ADMIN,
    read: readEntered,
    send: (input) => create.mutateAsync(input),
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: (form) => {
      form.reset();
      toast({ title: FORM.created });
      onClose();
      void refresh();
    },
    onFailed: (message) =>
      toast({ title: FAILED.create, variant: "destructive", ...(message && { description: message }) }),
  });
  return <InquiryForm {...submit} given={NOTHING} label={FORM.add} action={FORM.create} onCancel={onClose} />;
}
