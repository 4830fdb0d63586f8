import { useState } from "react";
import { createInput, type Inquiry, MISSING_IN_ADMIN } from "../../../modules/partnerships/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { messageOf } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Conflict } from "./conflict.tsx";
import { FAILED, FORM } from "./content.ts";
import { currentOf } from "./edit-conflict.ts";
import { type Entered, enteredOf, readEntered } from "./form-values.ts";
import { InquiryForm } from "./inquiry-form.tsx";
import { useRefreshInquiries } from "./use-refresh-inquiries.ts";

interface EditDialogProps {
  /** Null while it is closed. */
  readonly inquiry: Inquiry | null;
  readonly onClose: () => void;
}

export function EditDialog({ inquiry, onClose }: EditDialogProps) {
  return (
    <Dialog
      open={inquiry !== null}
      onOpenChange={(open) => !open && onClose()}
      title={FORM.edit}
      description={FORM.text}
    >
      {inquiry && <EditForm key={inquiry.id} inquiry={inquiry} onClose={onClose} />}
    </Dialog>
  );
}

interface EditFormProps {
  readonly inquiry: Inquiry;
  readonly onClose: () => void;
}

/** Both versions of an inquiry that two people changed. */
interface Versions {
  readonly theirs: Inquiry;
  readonly mine: Entered;
}

function EditForm({ inquiry, onClose }: EditFormProps) {
  const [versions, setVersions] = useState<Versions | null>(null);
  const { save, saved, failed } = useSave(inquiry.id, setVersions, onClose);
  const submit = useSubmit({
    schema: createInput,
    missing: MISSING_IN_ADMIN,
    read: readEntered,
    send: (input) => save(enteredOf(input), inquiry.updatedAt),
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: saved,
    onFailed: failed,
  });
  if (!versions) {
    return (
      <InquiryForm
        {...submit}
        given={enteredOf(inquiry)}
        label={FORM.edit}
        action={FORM.update}
        onCancel={onClose}
      />
    );
  }
  const { theirs, mine } = versions;
  const sendMine = () => save(mine, theirs.updatedAt).then(saved, (error) => failed(messageOf(error)));
  return <Conflict theirs={enteredOf(theirs)} mine={mine} onKeepTheirs={onClose} onSendMine={sendMine} />;
}

/** Sends a version against the one that was read; where another stands by now, both are shown. */
function useSave(id: string, onConflict: (versions: Versions) => void, onClose: () => void) {
  const update = trpc.admin.partnerships.update.useMutation();
  const refresh = useRefreshInquiries();
  async function save(mine: Entered, updatedAt: Date): Promise<void> {
    try {
      await update.mutateAsync({ ...mine, id, updatedAt });
    } catch (error) {
      const theirs = currentOf(error);
      if (theirs) {
        onConflict({ theirs, mine });
        void refresh();
      }
      throw error;
    }
  }
  return {
    save,
    saved: () => {
      toast({ title: FORM.updated });
      onClose();
      void refresh();
    },
    failed: (message: string | null) =>
      toast({ title: FAILED.update, variant: "destructive", ...(message && { description: message }) }),
  } as const;
}
