import { Link } from "@tanstack/react-router";
import type { z } from "zod";
import { declineInput, type waitingRenewal } from "../../../../modules/evidence/renewals/schema.ts";
import { checkedRecord } from "../../../../modules/evidence/schema.ts";
import { formatCalendarDay } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Field, TextAreaField } from "../../../kit/form/field.tsx";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useDecisionNotice } from "../../../lib/brand.ts";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { Agreement, type Compared, matchExactly } from "./case/agreement.tsx";
import { type CaseActions, CaseSection, placeText } from "./case/case.tsx";
import { DecisionFoot, ReviewForm } from "./case/decision.tsx";
import { FileViewer } from "./case/evidence.tsx";
import { CaseFrame, CaseHead } from "./case/frame.tsx";
import { IssuerField } from "./readings.tsx";

type Renewal = z.output<typeof waitingRenewal>;

/** A certificate that an owner sent: one person records it here, another one reads it. */
export function RenewalCase({ id, ...actions }: CaseActions & { readonly id: string }) {
  const renewals = trpc.admin.reviews.renewals.list.useQuery();
  return (
    <Loaded query={renewals} failed="The certificate could not be loaded" rows={8}>
      {(all) => {
        const renewal = all.find((each) => each.id === id);
        if (renewal) return <Shown renewal={renewal} {...actions} />;
        return (
          <EmptyState title="This certificate is no longer waiting">
            It has been recorded or declined.
          </EmptyState>
        );
      }}
    </Loaded>
  );
}

interface ShownProps extends CaseActions {
  readonly renewal: Renewal;
}

function Shown({ renewal, decision, onDecide, onSettled }: ShownProps) {
  const { id, poiId, placeName, sentAt, file, fileId } = renewal;
  const close = { onCancel: () => onDecide(null), onSettled, renewal };
  return (
    <CaseFrame
      head={
        <CaseHead kind="renewal" id={id} name={placeName} title="New certificate" sentAt={sentAt}>
          <Link to="/admin/places" search={{ place: poiId }}>
            Open the place
          </Link>
        </CaseHead>
      }
      sent={
        file ? (
          <div className="evidence">
            <FileViewer file={{ ...file, id: fileId }} />
          </div>
        ) : (
          <CaseSection title="Certificate">
            <p>Its file was deleted, so there is nothing to record.</p>
          </CaseSection>
        )
      }
      facts={decision === null || decision === "more" ? <Facts renewal={renewal} /> : null}
    >
      {decision === "approved" && <RecordForm {...close} />}
      {decision === "rejected" && <DeclineForm {...close} />}
      {(decision === null || decision === "more") && (
        <DecisionFoot lacking={file ? null : "Without its file it cannot be read."}>
          {file && (
            <Button onClick={() => onDecide("approved")} aria-keyshortcuts="a">
              Record it
            </Button>
          )}
          <Button look="quiet" onClick={() => onDecide("rejected")} aria-keyshortcuts="r">
            Decline
          </Button>
        </DecisionFoot>
      )}
    </CaseFrame>
  );
}

/** What the owner typed helps to find the issuer; it is no reading. */
function Facts({
  renewal: { poiId, issuer, number, validUntil, city, state, placeName },
}: Pick<ShownProps, "renewal">) {
  const records = trpc.admin.evidence.list.useQuery({ id: poiId });
  const last = records.data?.findLast(({ kind }) => kind === "certificate");
  const dayOf = (day: string | null | undefined) => (day ? formatCalendarDay(day) : "");
  const isLater = validUntil !== null && validUntil > (last?.validUntil ?? "");
  const rows: readonly Compared[] = [
    { label: "Holder", sent: placeName, listed: "", inFile: true },
    { label: "Address", sent: placeText(city, state), listed: "", inFile: true },
    { label: "Issuer", sent: issuer, listed: last?.issuer ?? "" },
    { label: "Number", sent: number, listed: last?.number ?? "", match: matchExactly },
    {
      ...{ label: "Valid until", sent: dayOf(validUntil), listed: dayOf(last?.validUntil) },
      match: () => (isLater ? "later" : "differs"),
    },
  ];
  return (
    <CaseSection title="What the owner wrote, and the last certificate">
      <Agreement rows={rows} />
    </CaseSection>
  );
}

interface FormProps extends Pick<CaseActions, "onSettled"> {
  readonly renewal: Renewal;
  readonly onCancel: () => void;
}

/** What the certificate says, typed from its file. */
function RecordForm({ renewal: { poiId, fileId }, onCancel, onSettled }: FormProps) {
  const add = trpc.admin.evidence.add.useMutation();
  const utils = trpc.useUtils();
  const { fields, sending, onSubmit } = useSubmit({
    schema: checkedRecord,
    missing: "Some fields are missing",
    read: (data) => ({
      kind: "certificate" as const,
      fileId,
      issuerId: textOf(data, "issuerId"),
      number: textOf(data, "number"),
      validFrom: textOf(data, "validFrom"),
      validUntil: textOf(data, "validUntil"),
    }),
    send: (input) => add.mutateAsync({ ...input, id: poiId }),
    onDone: async () => {
      await onSettled();
      toast({ title: "Certificate recorded", description: "Someone else reads it next." });
      await Promise.all([utils.admin.reviews.invalidate(), utils.admin.evidence.invalidate()]);
    },
    failed: ["The certificate was not recorded"],
    onFailed: () => void utils.admin.reviews.renewals.invalidate(), // someone else may have recorded or declined it
  });
  const text = { required: true, autoComplete: "off" } as const;
  return (
    <ReviewForm
      title="Record this certificate"
      focusOn="select"
      cancel={{ label: "Cancel", onCancel }}
      submit={sending ? "Recording..." : "Record"}
      sending={sending}
      onSubmit={onSubmit}
    >
      <p className="soft">
        Type what the certificate shows. It counts once another person has read the same and its issuer has
        confirmed it.
      </p>
      <IssuerField error={fields.issuerId} />
      <Field
        label="Certificate number"
        name="number"
        {...text}
        autoCapitalize="characters"
        spellCheck={false}
        error={fields.number}
      />
      <Field label="Valid from" name="validFrom" type="date" {...text} error={fields.validFrom} />
      <Field label="Valid until" name="validUntil" type="date" {...text} error={fields.validUntil} />
    </ReviewForm>
  );
}

/** Tells the owner by email what is wrong. */
function DeclineForm({ renewal: { id }, onCancel, onSettled }: FormProps) {
  const decide = trpc.admin.reviews.renewals.decide.useMutation();
  const notified = useDecisionNotice();
  const utils = trpc.useUtils();
  const { fields, sending, onSubmit } = useSubmit({
    schema: declineInput.omit({ id: true }),
    missing: "Write what is wrong",
    read: (data) => ({ decision: "declined" as const, notes: textOf(data, "notes") }),
    send: (input) => decide.mutateAsync({ ...input, id }),
    onDone: async () => {
      await onSettled();
      toast({ title: "Certificate declined", description: notified("The owner") });
      await utils.admin.reviews.invalidate();
    },
    failed: ["The certificate was not declined"],
    onFailed: () => void utils.admin.reviews.renewals.invalidate(),
  });
  return (
    <ReviewForm
      title="Decline this certificate"
      focusOn="textarea"
      cancel={{ label: "Cancel", onCancel }}
      submit={sending ? "Declining..." : "Decline"}
      sending={sending}
      onSubmit={onSubmit}
    >
      <p className="soft">The owner gets this by email, with a link to send another certificate.</p>
      <TextAreaField
        label="What is wrong, for the owner"
        name="notes"
        rows={4}
        required
        error={fields.notes}
      />
    </ReviewForm>
  );
}
