import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import type { z } from "zod";
import { readInput, type waitingReading } from "../../../../modules/evidence/schema.ts";
import { formatCalendarDay, formatDay } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Field, SelectField } from "../../../kit/form/field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { Viewers } from "../../../kit/records/viewers.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { FileViewer } from "./case/evidence.tsx";
import { Renewals } from "./renewals.tsx";

/** Certificates to read a second time, one after the other, and new ones to record. */
export function ReadingsTab() {
  const readings = trpc.admin.reviews.readings.list.useQuery(undefined, { staleTime: 0 });
  const [skipped, setSkipped] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="readings">
      <Renewals />
      <ListCard title="Second reading" headingRef={heading}>
        <Loaded query={readings} failed="The certificates could not be loaded" rows={6}>
          {(waiting) => {
            const current = waiting[skipped % Math.max(1, waiting.length)];
            if (!current)
              return (
                <EmptyState title="Every certificate has been read">
                  Certificates that someone else recorded appear here for a second, independent reading.
                </EmptyState>
              );
            const goOn = () => heading.current?.focus();
            return (
              <ReadingCase
                key={current.id}
                waiting={current}
                left={waiting.length}
                onSkip={() => {
                  setSkipped(skipped + 1);
                  goOn();
                }}
                onRead={goOn}
              />
            );
          }}
        </Loaded>
      </ListCard>
    </div>
  );
}

interface ReadingCaseProps {
  readonly waiting: Waiting;
  /** How many wait, with this one. */
  readonly left: number;
  readonly onSkip: () => void;
  readonly onRead: () => void;
}

/** One certificate: its file on one side and what the reader types on the other. */
function ReadingCase({ waiting, left, onSkip, onRead }: ReadingCaseProps) {
  const { id, poiId, placeName, fileId, file, recordedAt, recordedBy, readings } = waiting;
  const isShown = file !== null && fileId !== null;
  const skip = left > 1 && (
    <Button look="quiet" onClick={onSkip}>
      Skip
    </Button>
  );
  return (
    <div className="readings-case">
      <div>
        {isShown ? (
          <FileViewer file={{ ...file, id: fileId }} />
        ) : (
          <p>
            No file was recorded with this certificate, so there is nothing to read. Ask{" "}
            <bdi>{recordedBy ?? "the owner of the place"}</bdi> for the file, record the certificate again
            with it, and then withdraw this record on the place's page.
          </p>
        )}
      </div>
      <div className="readings-side">
        <h3>
          <UserText text={placeName} />
        </h3>
        <p className="soft">
          Recorded on {formatDay(recordedAt)} by <bdi>{recordedBy ?? "a deleted account"}</bdi>.{" "}
          {left === 1 ? "1 certificate waits" : `${left} certificates wait`}.{" "}
          <Link to="/admin/places" search={{ place: poiId }}>
            Open the place
          </Link>
        </p>
        <Viewers caseKey={`reading:${id}`} thing="certificate" />
        {readings.length > 0 && <Earlier readings={readings} />}
        {isShown ? (
          <>
            <p>
              {readings.length > 0
                ? "Two readers saw different things. Look at the certificate and type what it says: the reading that two people share counts."
                : "Type what you see on the certificate. You do not see what the first reader typed, so that a mistake does not pass twice."}
            </p>
            <ReadingForm id={id} skip={skip} onRead={onRead} />
          </>
        ) : (
          <div className="dialog-actions">{skip}</div>
        )}
      </div>
    </div>
  );
}

/** The readings that differ, next to each other. */
const Earlier = ({ readings }: Pick<Waiting, "readings">) => (
  <div className="readings-earlier">
    <table>
      <caption>What others read</caption>
      <thead>
        <tr>
          <th scope="col">Reader</th>
          <th scope="col">Number</th>
          <th scope="col">Issuer</th>
          <th scope="col">Valid until</th>
        </tr>
      </thead>
      <tbody>
        {readings.map(({ by, number, issuer, validUntil }) => (
          <tr key={`${by} ${number} ${validUntil}`}>
            <th scope="row">
              <bdi>{by ?? "Deleted account"}</bdi>
            </th>
            <td>{number}</td>
            <td>
              <bdi>{issuer}</bdi>
            </td>
            <td>{formatCalendarDay(validUntil)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

interface ReadingFormProps {
  readonly id: string;
  readonly skip: ReactNode;
  readonly onRead: () => void;
}

/** What the reader sees on the certificate. Nothing is filled in. */
function ReadingForm({ id, skip, onRead }: ReadingFormProps) {
  const issuers = trpc.admin.issuers.list.useQuery({});
  const { fields, sending, onSubmit, refusal } = useReading(id, onRead);
  return (
    <form className="readings-form" aria-label="Second reading" noValidate onSubmit={onSubmit}>
      {refusal && <Alert>{refusal}</Alert>}
      <Field
        label="Number"
        name="number"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={fields.number}
      />
      <SelectField label="Issuer" name="issuerId" required defaultValue="" error={fields.issuerId}>
        <option value="">Choose an issuer</option>
        {issuers.data?.map((issuer) => (
          <option key={issuer.id} value={issuer.id}>
            {issuer.name}
          </option>
        ))}
      </SelectField>
      <Field
        label="Valid until"
        name="validUntil"
        type="date"
        required
        autoComplete="off"
        error={fields.validUntil}
      />
      <div className="dialog-actions">
        {skip}
        <Button type="submit" disabled={sending}>
          {sending ? "Saving..." : "Save reading"}
        </Button>
      </div>
    </form>
  );
}

const readingOf = (data: FormData) => ({
  number: textOf(data, "number"),
  issuerId: textOf(data, "issuerId"),
  validUntil: textOf(data, "validUntil"),
});

function useReading(id: string, onRead: () => void) {
  const read = trpc.admin.reviews.readings.read.useMutation();
  const utils = trpc.useUtils();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useSubmit({
    schema: readInput.omit({ id: true }),
    missing: "Fill in all three fields",
    read: readingOf,
    send: async (input) => {
      const { state } = await read.mutateAsync({ ...input, id });
      if (state === "agreed") toast({ title: "Both readings agree" });
      else toast({ title: "The readings differ", description: "Someone else reads it next and sees both." });
    },
    onDone: async () => {
      await Promise.all([utils.admin.reviews.readings.invalidate(), utils.admin.reviews.counts.invalidate()]);
      onRead();
    },
    failed: ["The reading was not saved"],
    onFailed: setRefusal,
  });
  return { ...form, refusal };
}

/** A certificate that waits for a reading. */
type Waiting = z.output<typeof waitingReading>;
