import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { decideProposalInput, reviewedProposal } from "../../../../modules/ownership/proposals/schema.ts";
import { reviewedTransfer } from "../../../../modules/ownership/transfers/schema.ts";
import { formatDateTime, formatDay, isolated } from "../../../../shared/format.ts";
import { PROPOSAL_FIELDS } from "../../../../shared/places/places.ts";
import type { Decision } from "../../../../shared/reviews/reviews.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { currentOf } from "../../../kit/dialog/edit-form.tsx";
import { TextAreaField } from "../../../kit/form/field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useDecisionNotice } from "../../../lib/brand.ts";
import { useStoredText } from "../../../lib/drafts.ts";
import { refusalOf } from "../../../lib/errors.ts";
import { textOf } from "../../../lib/form.ts";
import { toast, toastError } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { CASE, type CaseActions, CaseSection } from "./case/case.tsx";
import { FieldVersions, valueText } from "./case/compared.tsx";
import {
  type CaseDraft,
  DECIDE,
  DecisionFoot,
  ReviewForm,
  UndoDecision,
  UnsentNote,
  useCaseDraft,
  useUndo,
} from "./case/decision.tsx";
import type { CaseVersion, OwnershipKind, ShownCase, ShownChange, ShownTransfer } from "./ownership-cases.ts";

/** The two decisions, the form of one of them, or the outcome. */
export function DecidePart({ blocked, lacking, onDecide, decision: asked, ...props }: DecidePartProps) {
  const { kind, shown } = props;
  const decision = asked === "more" ? null : asked; // of claims alone
  const { note } = useCaseDraft(shown.id);
  if (shown.status !== "pending") {
    return (
      <div className="case-outcome">
        <Outcome shown={shown} />
        {shown.undoUntil && (
          <UndoDecision
            {...{ kind, id: shown.id, placeName: shown.poiName }}
            updatedAt={shown.updatedAt}
            until={shown.undoUntil}
            act="Undo the decision"
          />
        )}
        {note.current.trim() !== "" && <UnsentNote note={note.current} onNext={props.onSettled} />}
      </div>
    );
  }
  if (decision && !(blocked && decision === "approved"))
    return (
      <DecideForm
        key={decision}
        {...props}
        decision={decision}
        draft={note}
        onCancel={() => onDecide(null)}
      />
    );
  return (
    <DecisionFoot lacking={blocked ?? lacking}>
      {blocked === null && (
        <Button
          look={lacking === null ? "primary" : "quiet"}
          onClick={() => onDecide("approved")}
          aria-keyshortcuts="a"
        >
          {DECIDE.act("approved")}
        </Button>
      )}
      <Button look="quiet" onClick={() => onDecide("rejected")} aria-keyshortcuts="r">
        {DECIDE.act("rejected")}
      </Button>
    </DecisionFoot>
  );
}

/** Who decided and when, or why it ended without a decision, and the note to the partner. */
function Outcome({ shown }: Pick<DecidePartProps, "shown">) {
  const { reason, notes } = shown;
  return (
    <CaseSection title={endOf(shown)}>
      {reason && <p>{OUTCOME.reasons[reason]}</p>}
      {notes && (
        <p className="case-text" dir="auto">
          {notes}
        </p>
      )}
    </CaseSection>
  );
}

function endOf({ status, reason, reviewedAt, reviewedBy }: ShownCase): string {
  const day = reviewedAt ? formatDay(reviewedAt) : "";
  if (reason !== null) return `Ended without a decision on ${day}`;
  if (reviewedBy === null) return `Accepted by the owner on ${day}`;
  return CASE.decidedBy(CASE.status[status], reviewedBy, reviewedAt ? formatDateTime(reviewedAt) : "");
}

interface DecideFormProps extends Omit<DecidePartProps, "blocked" | "lacking" | "onDecide" | "decision"> {
  readonly decision: Decision;
  /** The note typed so far; it survives closing the form. */
  readonly draft: CaseDraft["note"];
  readonly onCancel: () => void;
}

/** A decision with a note, and why it was refused. */
function DecideForm(props: DecideFormProps) {
  const { kind, decision, draft, onCancel, applies, opened } = props;
  const notes = useStoredText(draft);
  const { fields, sending, refusal, newer, onSubmit } = useDecide(props);
  const thing = THINGS[kind];
  const title = `${VERB[decision]} this ${thing}`;
  return (
    <ReviewForm
      title={title}
      focusOn={decision === "approved" ? "button[type=submit]" : "textarea"}
      cancel={{ label: newer ? `Back to the ${thing}` : "Cancel", onCancel }}
      submit={sending ? IN_PROGRESS[decision] : newer ? `${VERB[decision]} anyway` : title}
      sending={sending}
      onSubmit={onSubmit}
    >
      {refusal && <Alert>{refusal}</Alert>}
      {newer && <NewerVersion key={versionKey(newer)} opened={opened} newer={newer} />}
      {decision === "approved" && <p className="soft">{applies}</p>}
      <TextAreaField
        label="Note to the partner"
        name="notes"
        rows={3}
        placeholder="Optional. The partner reads it in the portal."
        error={fields.notes}
        {...notes}
      />
    </ReviewForm>
  );
}

interface NewerVersionProps {
  readonly opened: CaseVersion;
  /** The case now. */
  readonly newer: ShownChange | ShownTransfer;
}

/** What someone else has changed since the reviewer opened the case. */
function NewerVersion({ opened, newer }: NewerVersionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []); // and not the button that would decide without a look at this
  const isChange = "fields" in newer;
  return (
    <section className="compared-newer">
      <h4 ref={heading} tabIndex={-1}>
        {isChange ? "Someone else has changed this place" : "The owner has refused"}
      </h4>
      {isChange ? (
        <>
          <p className="soft">
            It changed after you opened this case. Nothing has been saved yet. An approval replaces what is
            listed now.
          </p>
          <Changed opened={opened} newer={newer} />
        </>
      ) : (
        <p>{`The owner refused on ${formatDay(newer.refusedAt ?? newer.updatedAt)}, after you opened this case. Nothing has been saved yet.`}</p>
      )}
    </section>
  );
}

/** The fields that changed since. */
function Changed({ opened, newer }: { readonly opened: CaseVersion; readonly newer: ShownChange }) {
  const { current, fields } = newer;
  return (
    <ul className="compared">
      {PROPOSAL_FIELDS.map((field) => ({
        ...{ field, earlier: valueText(opened.current ?? {}, field) },
        ...{ now: valueText(current ?? {}, field), proposed: valueText(fields, field) },
      }))
        .filter(({ earlier, now }) => earlier !== now)
        .map((each) => (
          <FieldVersions key={each.field} {...each} earlierName="When you opened it" />
        ))}
    </ul>
  );
}

const versionKey = (newer: NewerVersionProps["newer"]): string =>
  "fields" in newer ? (newer.placeVersion ?? "") : newer.updatedAt.toISOString();

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
function useDecide({ kind, shown, opened, onSettled, decision, draft }: DecideOptions) {
  const change = trpc.admin.reviews.proposals.decide.useMutation();
  const transfer = trpc.admin.reviews.transfers.decide.useMutation();
  const utils = trpc.useUtils();
  const notified = useDecisionNotice();
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
    missing: "Look at the note",
    read,
    send: async (input) => {
      const { updatedAt } = await (kind === "proposal" ? change : transfer).mutateAsync(input);
      version.current = updatedAt;
      draft.current = "";
    },
    onDone: async () => {
      await onSettled(); // first, so that an undo finds the next case open and not about to open
      const { current: updatedAt } = version;
      toast({
        title: `${kind === "proposal" ? "Change" : "Transfer"} ${decision}`,
        description: `${isolated(shown.poiName)}. ${notified(isolated(shown.partnerName))}`,
        ...(updatedAt && { onUndo: () => void undo(updatedAt) }),
      });
      await utils.admin.reviews.invalidate();
    },
    onFailed: (_, error) => {
      const refused = refusalOf(error);
      const current = currentOf(error, reviewedCase);
      setNewer((before) => current ?? before);
      setRefusal(current ? null : (refused?.sentence ?? null));
      if (refused)
        void utils.admin.reviews.invalidate(); // someone else may have decided it
      else toastError("The decision was not saved", error);
    },
  });
  return { ...form, refusal, newer } as const;
}

const THINGS = { proposal: "change", transfer: "transfer" } as const;
const VERB = { approved: "Approve", rejected: "Reject" } as const;

interface DecidePartProps extends CaseActions {
  readonly kind: OwnershipKind;
  readonly shown: ShownCase;
  /** What the reviewer saw on opening the case. */
  readonly opened: CaseVersion;
  /** What an approval does. */
  readonly applies: string;
  /** What is missing for an approval to be the first choice; null if nothing is. */
  readonly lacking: string | null;
  /** Why it can only be rejected; null if it can be approved. */
  readonly blocked: string | null;
}

const IN_PROGRESS = { approved: "Approving...", rejected: "Rejecting..." } as const;

const OUTCOME = {
  reasons: {
    withdrawn: "The partner withdrew it.",
    merged: "The place was listed twice, and the other entry had one already.",
    replaced: "The partner sent a newer change.",
    released: "The place no longer has an owner.",
    transferred: "The place has another owner now.",
    partner_deleted: "The partner's account was deleted.",
  },
} as const;
