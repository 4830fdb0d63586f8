import { useState } from "react";
import type { z } from "zod";
import { type Partner, updateInput } from "../../../modules/partners/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { fieldsOf } from "../../lib/error-message.ts";
import { refusalOf } from "../../lib/refusal.ts";
import { toast } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { EDIT, ERROR, FORM } from "./content.ts";
import { currentOf } from "./edit-conflict.ts";
import { type Entered, readEntered } from "./form-values.ts";
import { useRefreshPartners } from "./use-refresh-partners.ts";

const edited = updateInput.pick({ businessName: true, contactName: true, phone: true, isVerified: true });

/** Both versions of a partner that two people changed. */
interface Versions {
  readonly theirs: Partner;
  readonly mine: Entered;
}

/** Sends a version against the one that was read; where another stands by now, both are shown. */
export function useUpdate({ id, updatedAt }: Partner, onClose: () => void) {
  const update = trpc.partnerManager.partners.update.useMutation();
  const refresh = useRefreshPartners();
  const [versions, setVersions] = useState<Versions | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function save(mine: Entered, readAt: Date): Promise<void> {
    try {
      await update.mutateAsync({ id, ...mine, updatedAt: readAt });
    } catch (error) {
      const theirs = currentOf(error);
      if (theirs) setVersions({ theirs, mine });
      const beside = theirs !== null || Object.keys(fieldsOf(error)).length > 0;
      setFailure(beside ? null : (refusalOf(error)?.sentence ?? null));
      // Another may have changed or deleted it meanwhile.
      void refresh();
      throw error;
    }
  }
  function done(): void {
    toast({ title: EDIT.done, description: EDIT.doneText });
    onClose();
    void refresh();
  }
  const failed = () => toast({ title: ERROR, description: EDIT.failed, variant: "destructive" });

  const form = useSubmit({
    schema: edited,
    missing: FORM.missing,
    read: readEntered,
    send: (input) => save(entered(input), updatedAt),
    onInvalid: (description) => toast({ title: ERROR, description, variant: "destructive" }),
    onDone: done,
    onFailed: failed,
  });
  const sendMine = ({ mine, theirs }: Versions) => save(mine, theirs.updatedAt).then(done, failed);
  return { ...form, failure, versions, sendMine } as const;
}

/** What was sent is what `readEntered` read: every field is there. */
const entered = ({ phone, isVerified, ...names }: z.input<typeof edited>): Entered => ({
  ...names,
  phone: phone ?? "",
  isVerified: isVerified === true,
});
