import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { z } from "zod";
import { readInput, type waitingReading } from "../../../../../modules/evidence/schema.ts";
import { formatCalendarDay, formatDay } from "../../../../../shared/format.ts";
import { Field, SelectField } from "../../../../kit/form/field.tsx";
import { Alert } from "../../../../kit/page/alert.tsx";
import { Button } from "../../../../kit/page/button.tsx";
import { ListCard } from "../../../../kit/page/list-card.tsx";
import { Loaded } from "../../../../kit/page/loaded.tsx";
import { EmptyState } from "../../../../kit/page/states.tsx";
import { UserText } from "../../../../kit/page/user-text.tsx";
import { Viewers } from "../../../../kit/records/viewers.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form/form-text.ts";
import { useSubmit } from "../../../../lib/form/use-submit.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import { FileViewer } from "../viewer/file-viewer.tsx";
import { READINGS } from "./content.ts";
import { Renewals } from "./renewals.tsx";

/** Certificates to read a second time, one after the other, and new ones to record. */
export function ReadingsTab() {
  const readings = trpc.reviews.readings.list.useQuery(undefined, { staleTime: 0 });
  const [skipped, setSkipped] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="readings">
      <Renewals />
      <ListCard title={READINGS.title} headingRef={heading}>
        <Loaded query={readings} failed={READINGS.failed} rows={6}>
          {(waiting) => {
            const current = waiting[skipped % Math.max(1, waiting.length)];
            if (!current) return <EmptyState title={READINGS.done}>{READINGS.doneText}</EmptyState>;
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
  const { id, poiId, placeName, fileId, file, recordedAt, readings } = waiting;
  return (
    <div className="readings-case">
      <div>
        {file && fileId ? (
          <FileViewer file={{ ...file, id: fileId }} />
        ) : (
          <p className="soft">{READINGS.noFile}</p>
        )}
      </div>
      <div className="readings-side">
        <h3>
          <UserText text={placeName} />
        </h3>
        <p className="soft">
          {READINGS.recorded(formatDay(recordedAt))}. {READINGS.left(left)}.{" "}
          <Link to="/admin/places" search={{ place: poiId }}>
            {READINGS.place}
          </Link>
        </p>
        <Viewers caseKey={`reading:${id}`} thing={READINGS.thing} />
        {readings.length > 0 && <Earlier readings={readings} />}
        <p>{readings.length > 0 ? READINGS.decides : READINGS.lead}</p>
        <ReadingForm waiting={waiting} canSkip={left > 1} onSkip={onSkip} onRead={onRead} />
      </div>
    </div>
  );
}

/** The readings that differ, next to each other. */
const Earlier = ({ readings }: Pick<Waiting, "readings">) => (
  <div className="readings-earlier">
    <table>
      <caption>{READINGS.earlier}</caption>
      <thead>
        <tr>
          <th scope="col">{READINGS.reader}</th>
          <th scope="col">{READINGS.number}</th>
          <th scope="col">{READINGS.issuer}</th>
          <th scope="col">{READINGS.validUntil}</th>
        </tr>
      </thead>
      <tbody>
        {readings.map(({ by, number, issuer, validUntil }) => (
          <tr key={`${by} ${number} ${validUntil}`}>
            <th scope="row">
              <bdi>{by ?? READINGS.unknownReader}</bdi>
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
  readonly waiting: Waiting;
  readonly canSkip: boolean;
  readonly onSkip: () => void;
  readonly onRead: () => void;
}

/** What the reader sees on the certificate. Nothing is filled in. */
function ReadingForm({ waiting: { id }, canSkip, onSkip, onRead }: ReadingFormProps) {
  const issuers = trpc.admin.issuers.list.useQuery({});
  const { fields, sending, onSubmit, refusal } = useReading(id, onRead);
  return (
    <form className="readings-form" aria-label={READINGS.title} noValidate onSubmit={onSubmit}>
      {refusal && <Alert>{refusal}</Alert>}
      <Field
        label={READINGS.number}
        name="number"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={fields.number}
      />
      <SelectField label={READINGS.issuer} name="issuerId" required defaultValue="" error={fields.issuerId}>
        <option value="">{READINGS.chooseIssuer}</option>
        {issuers.data?.map((issuer) => (
          <option key={issuer.id} value={issuer.id}>
            {issuer.name}
          </option>
        ))}
      </SelectField>
      <Field
        label={READINGS.validUntil}
        name="validUntil"
        type="date"
        required
        autoComplete="off"
        error={fields.validUntil}
      />
      <div className="dialog-actions">
        {canSkip && (
          <Button look="quiet" onClick={onSkip}>
            {READINGS.skip}
          </Button>
        )}
        <Button type="submit" disabled={sending}>
          {sending ? READINGS.sending : READINGS.submit}
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
  const read = trpc.reviews.readings.read.useMutation();
  const utils = trpc.useUtils();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useSubmit({
    schema: readInput.omit({ id: true }),
    missing: READINGS.missing,
    read: readingOf,
    send: async (input) => {
      const { state } = await read.mutateAsync({ ...input, id });
      if (state === "agreed") toast({ title: READINGS.agreed });
      else toast({ title: READINGS.differs, description: READINGS.differsText });
    },
    onDone: async () => {
      await Promise.all([utils.reviews.readings.invalidate(), utils.reviews.counts.invalidate()]);
      onRead();
    },
    onFailed: (message) => {
      toast({ title: READINGS.refused, variant: "destructive", ...(message && { description: message }) });
      setRefusal(message);
    },
  });
  return { ...form, refusal };
}

/** A certificate that waits for a reading. */
type Waiting = z.output<typeof waitingReading>;
