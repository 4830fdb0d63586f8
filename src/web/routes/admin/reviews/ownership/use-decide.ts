import { useRef, useState } from "react";
import { decideInput } from "../../../../../modules/ownership/proposals/schema.ts";
import type { Decision } from "../../../../../shared/reviews/reviews.ts";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form/form-text.ts";
import { useSubmit } from "../../../../lib/form/use-submit.ts";
import { refusalOf } from "../../../../lib/refusal.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import type { CaseDraft } from "../decision/use-case-draft.ts";
import { useUndo } from "../decision/use-undo.ts";
import { CHANGES, OUTCOME, TRANSFERS } from "./content.ts";
import type { DecidePartProps } from "./decide-props.ts";

interface DecideOptions extends Pick<DecidePartProps, "kind" | "shown" | "onSettled"> {
  readonly decision: Decision;
  /** The note as typed; empty once it is sent. */
  readonly draft: CaseDraft["note"];
}

/** Sends a decision once. A refusal stays on the screen with the note, and the list is read again. */
export function useDecide({ kind, shown, onSettled, decision, draft }: DecideOptions) {
  const change = trpc.reviews.proposals.decide.useMutation();
  const transfer = trpc.reviews.transfers.decide.useMutation();
  const utils = trpc.useUtils();
  const undo = useUndo({ kind, id: shown.id, placeName: shown.poiName });
  const version = useRef<Date>(undefined);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useSubmit({
    schema: decideInput,
    missing: OUTCOME.missing,
    read: (data) => ({ id: shown.id, decision, notes: textOf(data, "notes") }),
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
      setRefusal(refused?.sentence ?? null);
      if (refused)
        void utils.reviews.invalidate(); // someone else may have decided it
      else toast({ title: OUTCOME.failed, variant: "destructive", ...(message && { description: message }) });
    },
  });
  return { ...form, refusal } as const;
}
