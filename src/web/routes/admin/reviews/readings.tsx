import { Link } from "@tanstack/react-router";
import type { z } from "zod";
import { readInput, revokeInput, type waitingReading } from "../../../../modules/evidence/schema.ts";
import { formatCalendarDay, formatDay } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Field, SelectField, TextAreaField } from "../../../kit/form/field.tsx";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { type CaseActions, CaseSection } from "./case/case.tsx";
import { DecisionFoot, ReviewForm } from "./case/decision.tsx";
import { FileViewer } from "./case/evidence.tsx";
import { CaseFrame, CaseHead } from "./case/frame.tsx";

/** A certificate that waits for a reading. */
type Waiting = z.output<typeof waitingReading>;

/** A certificate to read without knowing what others read in it. */
export function ReadingCase({ id, ...actions }: CaseActions & { readonly id: string }) {
  const readings = trpc.admin.reviews.readings.list.useQuery();
  return (
    <Loaded query={readings} failed="The certificate could not be loaded" rows={8}>
      {(all) => {
        const waiting = all.find((each) => each.id === id);
        if (waiting) return <Shown waiting={waiting} {...actions} />;
        return (
          <EmptyState title="This certificate does not wait for you">
            It has been read or withdrawn, or you have read it yourself.
          </EmptyState>
        );
      }}
    </Loaded>
  );
}

interface ShownProps extends CaseActions {
  readonly waiting: Waiting;
}

/** Its file, and next to it what the reader types; without a file it can only be sent back. */
function Shown({ waiting, decision, onDecide, onSettled }: ShownProps) {
  const { id, placeName, recordedAt, readings, fileId, file } = waiting;
  const shownFile = file && fileId !== null && { ...file, id: fileId };
  const isSentBack = decision === "rejected";
  return (
    <CaseFrame
      head={
        <CaseHead kind="reading" id={id} name={placeName} title="Second reading" sentAt={recordedAt}>
          <RecordedBy waiting={waiting} />
        </CaseHead>
      }
      sent={
        shownFile ? (
          <div className="evidence">
            <FileViewer file={shownFile} />
          </div>
        ) : (
          <CaseSection title="Certificate">
            <p>
              No file was recorded with this certificate, so there is nothing to read. Send it back to{" "}
              <bdi>{waiting.recordedBy ?? "the owner of the place"}</bdi>, who can record it again with its
              file.
            </p>
          </CaseSection>
        )
      }
      facts={readings.length > 0 && !isSentBack ? <Earlier readings={readings} /> : null}
    >
      {isSentBack ? (
        <SendBackForm waiting={waiting} onCancel={() => onDecide(null)} onSettled={onSettled} />
      ) : shownFile ? (
        <ReadingForm waiting={waiting} onSendBack={() => onDecide("rejected")} onSettled={onSettled} />
      ) : (
        <DecisionFoot lacking="Without a file it cannot be read.">
          <Button onClick={() => onDecide("rejected")} aria-keyshortcuts="r">
            Send it back
          </Button>
        </DecisionFoot>
      )}
    </CaseFrame>
  );
}

const RecordedBy = ({ waiting: { poiId, recordedBy } }: Pick<ShownProps, "waiting">) => (
  <>
    <span className="soft">
      Recorded by <bdi>{recordedBy ?? "a deleted account"}</bdi>
    </span>
    <Link to="/admin/places" search={{ place: poiId }}>
      Open the place
    </Link>
  </>
);

const FIELDS = [
  ["Number", ({ number }: Waiting["readings"][number]) => number],
  ["Issuer", ({ issuer }: Waiting["readings"][number]) => issuer ?? ""],
  ["Valid until", ({ validUntil }: Waiting["readings"][number]) => formatCalendarDay(validUntil)],
] as const;

/** The readings that differ, next to each other; what differs is said in a word. */
const Earlier = ({ readings }: Pick<Waiting, "readings">) => (
  <div className="case-part agreement-earlier">
    <table>
      <caption>What others read</caption>
      <thead>
        <tr>
          <td />
          {readings.map(({ by }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two accounts may be deleted, and none ever moves
            <th scope="col" key={index}>
              <bdi>{by ?? "Deleted account"}</bdi>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {FIELDS.map(([label, of]) => (
          <tr key={label}>
            <th scope="row">
              {label}{" "}
              <span className="agreement-word">
                {new Set(readings.map(of)).size > 1 ? "Differs" : "Agrees"}
              </span>
            </th>
            {readings.map((reading, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <td key={index}>
                <bdi>{of(reading)}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

interface IssuerFieldProps {
  readonly error: string | undefined;
}

/** The issuers of the register. */
export function IssuerField({ error }: IssuerFieldProps) {
  const issuers = trpc.admin.issuers.list.useQuery({});
  return (
    <SelectField label="Issuer" name="issuerId" required defaultValue="" error={error}>
      <option value="">Choose an issuer</option>
      {issuers.data?.map((issuer) => (
        <option key={issuer.id} value={issuer.id}>
          {issuer.name}
        </option>
      ))}
    </SelectField>
  );
}

interface ReadingFormProps extends Pick<CaseActions, "onSettled"> {
  readonly waiting: Waiting;
  readonly onSendBack: () => void;
}

/** What the reader sees on the certificate. Nothing is filled in. */
function ReadingForm({ waiting: { id, readings }, onSendBack, onSettled }: ReadingFormProps) {
  const read = trpc.admin.reviews.readings.read.useMutation();
  const utils = trpc.useUtils();
  const { fields, sending, onSubmit } = useSubmit({
    schema: readInput.omit({ id: true }),
    missing: "Fill in all three fields",
    read: (data) => ({
      number: textOf(data, "number"),
      issuerId: textOf(data, "issuerId"),
      validUntil: textOf(data, "validUntil"),
    }),
    send: async (input) => {
      const { state } = await read.mutateAsync({ ...input, id });
      if (state === "agreed") toast({ title: "Both readings agree" });
      else toast({ title: "The readings differ", description: "Someone else reads it next and sees both." });
    },
    onDone: async () => {
      await onSettled();
      await utils.admin.reviews.invalidate();
    },
    failed: ["The reading was not saved"],
    onFailed: () => void utils.admin.reviews.readings.invalidate(), // someone else may have read or withdrawn it
  });
  return (
    <ReviewForm
      title="Second reading"
      cancel={{ label: "Send it back", onCancel: onSendBack }}
      submit={sending ? "Saving..." : "Save reading"}
      sending={sending}
      onSubmit={onSubmit}
    >
      <p className="soft">
        {readings.length > 0
          ? "Two readers saw different things. Look at the certificate and type what it says: the reading that two people share counts."
          : "Type what you see on the certificate. You do not see what the first reader typed, so that a mistake does not pass twice."}
      </p>
      <Field
        label="Number"
        name="number"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={fields.number}
      />
      <IssuerField error={fields.issuerId} />
      <Field
        label="Valid until"
        name="validUntil"
        type="date"
        required
        autoComplete="off"
        error={fields.validUntil}
      />
    </ReviewForm>
  );
}

interface SendBackFormProps extends Pick<CaseActions, "onSettled"> {
  readonly waiting: Waiting;
  readonly onCancel: () => void;
}

/** Withdraws the record, with what is wrong with it. */
function SendBackForm({ waiting: { id, recordedBy, recordedAt }, onCancel, onSettled }: SendBackFormProps) {
  const sendBack = trpc.admin.reviews.readings.sendBack.useMutation();
  const utils = trpc.useUtils();
  const { fields, sending, onSubmit } = useSubmit({
    schema: revokeInput.omit({ id: true }),
    missing: "Write what is wrong",
    read: (data) => ({ reason: textOf(data, "reason") }),
    send: (input) => sendBack.mutateAsync({ ...input, id }),
    onDone: async () => {
      await onSettled();
      toast({ title: "Certificate sent back" });
      await Promise.all([utils.admin.reviews.invalidate(), utils.admin.evidence.invalidate()]);
    },
    failed: ["The certificate was not sent back"],
    onFailed: () => void utils.admin.reviews.readings.invalidate(), // someone else may have read or withdrawn it
  });
  return (
    <ReviewForm
      title="Send this certificate back"
      focusOn="textarea"
      cancel={{ label: "Cancel", onCancel }}
      submit={sending ? "Sending..." : "Send it back"}
      sending={sending}
      onSubmit={onSubmit}
    >
      <p className="soft">
        The record of {formatDay(recordedAt)} is withdrawn. The page of the place shows why, and its owner
        gets an email with the reason.{" "}
        {recordedBy !== null && (
          <>
            <bdi>{recordedBy}</bdi> can record it again.
          </>
        )}
      </p>
      <TextAreaField label="What is wrong" name="reason" rows={3} required error={fields.reason} />
    </ReviewForm>
  );
}
