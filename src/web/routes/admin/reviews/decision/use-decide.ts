import { useRef, useState } from "react";
import { decideRequestInput } from "../../../../../modules/reviews/schema.ts";
import { formatDateTime } from "../../../../../shared/format.ts";
import {
  type Decision,
  isNoteMissing,
  NOTE_MISSING,
  REASON_CODES,
  type ReviewKind,
} from "../../../../../shared/reviews/reviews.ts";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form/form-text.ts";
import { useSubmit } from "../../../../lib/form/use-submit.ts";
import { refusalOf } from "../../../../lib/refusal.ts";
import { type Toast, toast } from "../../../../lib/toast/toast.ts";
import type { DecisionProps } from "../case/case-props.ts";
import { CASE, DECIDE, REVIEWS } from "../content.ts";
import { type CaseDraft, clearDraft, textOfDraft } from "./use-case-draft.ts";
import { useUndo } from "./use-undo.ts";

interface DecideOptions extends Pick<DecisionProps, "kind" | "decided" | "placeName" | "onSettled"> {
  /** What was typed; empty once it is sent. */
  readonly draft: CaseDraft;
}

/** A rejection needs a reason or a note; some reasons need a note. */
const decisionSchema = decideRequestInput.superRefine(({ decision, reason, notes }, context) => {
  if (decision === "approved" || notes !== "") return;
  if (!reason) context.addIssue({ code: "custom", path: ["reason"], message: DECIDE.missing });
  if (isNoteMissing(reason, notes)) {
    context.addIssue({ code: "custom", path: ["notes"], message: NOTE_MISSING });
  }
});

/** Sends a decision once. If someone else decided first, it says so; a note that was typed stays on the screen. */
export function useDecide(
  { kind, decided: { id, partnerName, updatedAt: readAt }, placeName, draft, onSettled }: DecideOptions,
  decision: Decision,
) {
  const claim = trpc.reviews.decideClaim.useMutation();
  const request = trpc.reviews.decideRequest.useMutation();
  const findConflict = useEditConflict(kind, id, placeName);
  const utils = trpc.useUtils();
  const undo = useUndo({ kind, id, placeName });
  const [owner, setOwner] = useState<string | null>(null);
  const outcome = useRef<Toast>(undefined);

  const read = (data: FormData) => ({
    id,
    decision,
    reason: REASON_CODES.find((code) => code === data.get("reason")) ?? null,
    notes: textOf(data, "notes"),
    placeId: textOf(data, "placeId"),
    latitude: textOf(data, "latitude"),
    longitude: textOf(data, "longitude"),
  });
  const form = useSubmit({
    schema: decisionSchema,
    missing: DECIDE.missing,
    read,
    send: async (input) => {
      const sent =
        kind === "claim" ? claim.mutateAsync({ ...input, updatedAt: readAt }) : request.mutateAsync(input);
      try {
        const { updatedAt } = await sent;
        outcome.current = {
          title: DECIDE.done(kind, decision),
          description: DECIDE.doneText(placeName, partnerName),
          onUndo: () => void undo(updatedAt),
        };
        clearDraft(draft);
      } catch (error) {
        if (![404, 409].includes(refusalOf(error)?.status ?? 0)) throw error;
        const found = await findConflict();
        setOwner(found.owner);
        if (!found.settled) throw error;
        const next = textOfDraft(draft) === "" ? DECIDE.movedOn : DECIDE.noteKept;
        outcome.current = {
          title: DECIDE.alreadyDecided,
          description: `${found.settled} ${next}`,
          variant: "destructive",
        };
      }
    },
    onDone: async () => {
      const isKept = textOfDraft(draft) !== "";
      if (!isKept) await onSettled(); // first, so that an undo finds the next case open and not about to open
      if (outcome.current) toast(outcome.current);
      await (isKept ? utils.reviews.queue.invalidate() : utils.reviews.invalidate());
    },
    onFailed: (message) =>
      toast({ title: DECIDE.failed, variant: "destructive", ...(message && { description: message }) }),
  });
  return { ...form, owner } as const;
}

interface EditConflict {
  /** Who decided the case and how; null while it is pending. */
  readonly settled: string | null;
  /** The current owner of the place. */
  readonly owner: string | null;
}

const GONE = 404;

/** After a refusal: the current status of the case, who decided it and who owns the place. */
function useEditConflict(kind: ReviewKind, id: string, placeName: string) {
  const utils = trpc.useUtils();
  const read = async () => {
    if (kind === "request") {
      const { request } = await utils.reviews.request.fetch({ id }, { staleTime: 0 });
      return { now: request, owner: null };
    }
    const { claim, place } = await utils.reviews.claim.fetch({ id }, { staleTime: 0 });
    return { now: claim, owner: place?.ownerName ?? null };
  };
  return async (): Promise<EditConflict> => {
    const found = await read().catch((error: unknown) => {
      if (refusalOf(error)?.status === GONE) return null;
      throw error;
    });
    if (found?.now.status === "pending") return { settled: null, owner: found.owner };
    const settled = found ? decidedText(placeName, found.now) : DECIDE.goneText(placeName);
    return { settled, owner: null };
  };
}

interface Settled {
  readonly status: "pending" | "approved" | "rejected";
  readonly reviewedBy: string | null;
  readonly reviewedAt: Date | null;
}

function decidedText(placeName: string, { status, reviewedBy, reviewedAt }: Settled): string {
  const when = reviewedAt ? formatDateTime(reviewedAt) : "";
  const word = REVIEWS.status[status].toLowerCase();
  return DECIDE.alreadyDecidedText(placeName, word, reviewedBy ?? CASE.unknownReviewer, when);
}
