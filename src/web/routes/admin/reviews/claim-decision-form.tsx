import { useId, useRef, useState } from "react";
import { mailSentences } from "../../../../copy/en/decisions.ts";
import { decideRequestInput } from "../../../../modules/reviews/schema.ts";
import type { FieldErrors } from "../../../../shared/errors.ts";
import { formatDateTime, isolated } from "../../../../shared/format.ts";
import {
  type Decision,
  isNoteMissing,
  NOTE_MISSING,
  REASON_CODES,
  REASONS,
  type ReasonCode,
  type ReviewKind,
  reasonsFor,
} from "../../../../shared/reviews/reviews.ts";
import { Field, TextAreaField } from "../../../kit/form/field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useDecisionNotice } from "../../../lib/brand.ts";
import { useStoredText } from "../../../lib/drafts.ts";
import { refusalOf } from "../../../lib/errors.ts";
import { textOf } from "../../../lib/form.ts";
import { type Toast, toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { CASE, type DecisionProps } from "./case/case.tsx";
import {
  type CaseDraft,
  clearDraft,
  DECIDE,
  POSITION,
  ReviewForm,
  textOfDraft,
  useUndo,
} from "./case/decision.tsx";

interface DecisionFormProps extends Omit<DecisionProps, "onDecide" | "decision"> {
  readonly decision: Decision;
  /** What was typed so far; it survives closing the form. */
  readonly draft: CaseDraft;
  readonly onCancel: () => void;
}

/** Reason and note, with a preview of what the partner will read. */
export function DecisionForm({ decision, draft, onCancel, ...about }: DecisionFormProps) {
  const { kind, rivals, files, lacking } = about;
  const { id } = about.decided;
  const { fields, sending, owner, onSubmit } = useDecide({ ...about, draft }, decision);
  const [reason, setReason] = useState<ReasonCode | null>(firstReason(files, decision));
  const notes = useStoredText(draft.note);
  const note = notes.value.trim();
  const title = DECIDE.title(decision, kind);
  return (
    <ReviewForm
      title={title}
      focusOn={decision === "approved" ? "button[type=submit]" : "input[type=radio]"}
      cancel={{ label: "Cancel", onCancel }}
      submit={sending ? DECIDE.sending(decision) : title}
      sending={sending}
      onSubmit={onSubmit}
    >
      {owner && <Alert>{`This place belongs to ${owner} already.`}</Alert>}
      {decision === "approved" && lacking && <Alert tone="warning">{lacking}</Alert>}
      {decision === "approved" && rivals > 0 && (
        <Alert tone="warning">
          {rivals === 1
            ? "The other claim of this place will be rejected too."
            : `The ${rivals} other claims of this place will be rejected too.`}
        </Alert>
      )}
      <Reasons kind={kind} decision={decision} chosen={reason} onChoose={setReason} error={fields.reason} />
      <TextAreaField
        label="Note to the partner"
        name="notes"
        rows={3}
        placeholder="Optional if the reason is clear enough"
        error={fields.notes}
        {...notes}
      />
      {kind === "request" && decision === "approved" && <Position fields={fields} draft={draft} />}
      <Preview kind={kind} id={id} decision={decision} reason={reason} notes={note} />
    </ReviewForm>
  );
}

/** What the partner will read. */
const Preview = (decided: Parameters<typeof mailSentences>[0]) => (
  <div className="decision-preview" aria-live="polite">
    <p className="decision-label">The partner will get this email</p>
    {mailSentences(decided).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    {decided.notes && (
      <>
        <p className="decision-label">And will see this in the portal</p>
        <p className="case-text">{decided.notes}</p>
      </>
    )}
  </div>
);

/** With evidence files, sufficient proof is preselected for an approval; a rejection has no default. */
const firstReason = (files: number, decision: Decision): ReasonCode | null =>
  files > 0 && decision === "approved" ? "proof_sufficient" : null;

interface ReasonsProps {
  readonly kind: DecisionProps["kind"];
  readonly decision: Decision;
  readonly chosen: ReasonCode | null;
  readonly onChoose: (reason: ReasonCode | null) => void;
  readonly error: string | undefined;
}

function Reasons({ kind, decision, chosen, onChoose, error }: ReasonsProps) {
  const errorId = useId();
  const choices: readonly (ReasonCode | null)[] = [
    ...reasonsFor(kind, decision),
    ...(decision === "approved" ? [null] : []),
  ];
  return (
    <fieldset
      className="decision-reasons"
      aria-describedby={error ? errorId : undefined}
      onKeyDown={({ key, currentTarget }) =>
        currentTarget.querySelectorAll<HTMLInputElement>("input")[Number(key) - 1]?.click()
      }
    >
      <legend>Reason</legend>
      <div className="decision-reasons-list">
        {choices.map((code) => (
          <label key={code ?? "none"} className="decision-reason">
            <input
              type="radio"
              name="reason"
              value={code ?? ""}
              checked={chosen === code && (code !== null || decision === "approved")}
              onChange={() => onChoose(code)}
            />
            {code ? REASONS[code].label : "No reason named"}
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface PositionProps {
  readonly fields: FieldErrors;
  /** What was typed so far. */
  readonly draft: CaseDraft;
}

const FIELDS = ["placeId", "latitude", "longitude"] as const;

/** Optional coordinates of the new place. */
function Position({ fields, draft }: PositionProps) {
  return (
    <fieldset className="position">
      <legend>{POSITION.title}</legend>
      <p className="soft">{POSITION.why}</p>
      {FIELDS.map((name) => (
        <PositionField key={name} name={name} text={draft[name]} error={fields[name]} />
      ))}
    </fieldset>
  );
}

interface PositionFieldProps {
  readonly name: (typeof FIELDS)[number];
  readonly text: CaseDraft["placeId"];
  readonly error: string | undefined;
}

function PositionField({ name, text, error }: PositionFieldProps) {
  const stored = useStoredText(text);
  return (
    <Field
      label={POSITION[name]}
      name={name}
      inputMode={name === "placeId" ? "text" : "decimal"}
      error={error}
      {...stored}
    />
  );
}

interface DecideOptions extends Pick<DecisionProps, "kind" | "decided" | "placeName" | "onSettled"> {
  /** What was typed; empty once it is sent. */
  readonly draft: CaseDraft;
}

/** A rejection needs a reason or a note; some reasons need a note. */
const decisionSchema = decideRequestInput.superRefine(({ decision, reason, notes }, context) => {
  if (decision === "approved" || notes !== "") return;
  if (!reason)
    context.addIssue({ code: "custom", path: ["reason"], message: "Choose a reason or write a note" });
  if (isNoteMissing(reason, notes)) {
    context.addIssue({ code: "custom", path: ["notes"], message: NOTE_MISSING });
  }
});

/** Sends a decision once. If someone else decided first, it says so; a note that was typed stays on the screen. */
function useDecide(
  { kind, decided: { id, partnerName, updatedAt: readAt }, placeName, draft, onSettled }: DecideOptions,
  decision: Decision,
) {
  const claim = trpc.admin.reviews.decideClaim.useMutation();
  const request = trpc.admin.reviews.decideRequest.useMutation();
  const findConflict = useEditConflict(kind, id, placeName);
  const utils = trpc.useUtils();
  const undo = useUndo({ kind, id, placeName });
  const notified = useDecisionNotice();
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
    missing: "Choose a reason or write a note",
    read,
    send: async (input) => {
      const sent =
        kind === "claim" ? claim.mutateAsync({ ...input, updatedAt: readAt }) : request.mutateAsync(input);
      try {
        const { updatedAt } = await sent;
        outcome.current = {
          title: `${kind === "claim" ? "Claim" : "Request"} ${decision}`,
          description: `${isolated(placeName)}. ${notified(isolated(partnerName))}`,
          onUndo: () => void undo(updatedAt),
        };
        clearDraft(draft);
      } catch (error) {
        if (![404, 409].includes(refusalOf(error)?.status ?? 0)) throw error;
        const found = await findConflict();
        setOwner(found.owner);
        if (!found.settled) throw error;
        const next = textOfDraft(draft) === "" ? "Here is the next case." : "Your note is kept.";
        outcome.current = {
          title: "Someone else has already decided this case",
          description: `${found.settled} ${next}`,
          variant: "destructive",
        };
      }
    },
    onDone: async () => {
      const isKept = textOfDraft(draft) !== "";
      if (!isKept) await onSettled(); // first, so that an undo finds the next case open and not about to open
      if (outcome.current) toast(outcome.current);
      const { reviews } = utils.admin;
      await (isKept
        ? Promise.all([reviews.queue.invalidate(), reviews.waiting.invalidate()])
        : reviews.invalidate());
    },
    failed: ["The decision was not saved"],
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
      const { request } = await utils.admin.reviews.request.fetch({ id }, { staleTime: 0 });
      return { now: request, owner: null };
    }
    const { claim, place } = await utils.admin.reviews.claim.fetch({ id }, { staleTime: 0 });
    return { now: claim, owner: place?.ownerName ?? null };
  };
  return async (): Promise<EditConflict> => {
    const found = await read().catch((error: unknown) => {
      if (refusalOf(error)?.status === GONE) return null;
      throw error;
    });
    if (found?.now.status === "pending") return { settled: null, owner: found.owner };
    const settled = found ? decidedText(placeName, found.now) : `${isolated(placeName)} no longer exists.`;
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
  const word = CASE.status[status].toLowerCase();
  return `${placeName} was ${word} by ${isolated(reviewedBy ?? "the product")} on ${when}.`;
}
