import { useRef, useState } from "react";
import { z } from "zod";
import { decideProposalInput, reviewedProposal } from "../../../../../modules/ownership/proposals/schema.ts";
import { reviewedTransfer } from "../../../../../modules/ownership/transfers/schema.ts";
import type { Decision } from "../../../../../shared/reviews/reviews.ts";
import { act } from "../../../../blocks/copy-command/acts.ts";
import { trpc } from "../../../../lib/api.tsx";
import { currentOf } from "../../../../lib/form/edit-conflict.ts";
import { textOf } from "../../../../lib/form/form-text.ts";
import { useSubmit } from "../../../../lib/form/use-submit.ts";
import { refusalOf } from "../../../../lib/refusal.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import type { CaseDraft } from "../decision/use-case-draft.ts";
import { useUndo } from "../decision/use-undo.ts";
import { CHANGES, OUTCOME, TRANSFERS } from "./content.ts";
import type { DecidePartProps } from "./decide-props.ts";
import type { CaseVersion, ShownChange, ShownTransfer } from "./shown.ts";

const reviewedCase = z.union([reviewedProposal, reviewedTransfer]);

interface DecideOptions extends Pick<DecidePartProps, "kind" | "shown" | "opened" | "onSettled"> {
  readonly decision: Decision;
  /** The note as typed; empty once it is sent. */
  readonly draft: CaseDraft["note"];
}

/**
 * Sends a decision once. A refusal stays on the screen with the note, and the list is read again. If it is about something
 * that has changed since the case was opened, `newer` is the case now, and the next try is about that.
 */
export function useDecide({ kind, shown, opened, onSettled, decision, draft }: DecideOptions) {
  const change = trpc.reviews.proposals.decide.useMutation();
  const transfer = trpc.reviews.transfers.decide.useMutation();
  const utils = trpc.useUtils();
  const undo = useUndo({ kind, id: shown.id, placeName: shown.poiName });
  const version = useRef<Date>(undefined);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [newer, setNewer] = useState<ShownChange | ShownTransfer | null>(null);
  const seen: CaseVersion = newer ?? opened;
  const read = (data: FormData) => ({
    ...{ id: shown.id, decision, notes: textOf(data, "notes") },
    ...{ updatedAt: seen.updatedAt, placeVersion: seen.placeVersion },
  });
  const form = useSubmit({
    schema: decideProposalInput,
    missing: OUTCOME.missing,
    read,
    send: async (input) => {
      const { updatedAt } = await (kind === "proposal" ? change : transfer).mutateAsync(input);
      version.current = updatedAt;
      draft.current = "";
    },
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: async () => {
      await onSettled(); // first, so that an undo finds the next case open and not about to open
      const { current: updatedAt } = version;
      toast({
        title: OUTCOME.done(decision, (kind === "proposal" ? CHANGES : TRANSFERS).kind),
        description: OUTCOME.doneText(shown.poiName, shown.partnerName),
        ...(updatedAt && { onUndo: () => void undo(updatedAt) }),
      });
      await utils.reviews.invalidate();
    },
    onFailed: (message, error) => {
      const refused = refusalOf(error);
      const current = currentOf(error, reviewedCase);
      setNewer((before) => current ?? before);
      setRefusal(current ? null : (refused?.sentence ?? null));
      if (refused)
        void utils.reviews.invalidate(); // someone else may have decided it
      else toast({ title: OUTCOME.failed, variant: "destructive", ...(message && { description: message }) });
    },
  });
  const path = kind === "proposal" ? "reviews.proposals.decide" : "reviews.transfers.decide";
  return { ...form, refusal, newer, command: (data: FormData) => act(path, read(data)) } as const;
}
