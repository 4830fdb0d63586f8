import { useRef, useState } from "react";
import type { z } from "zod";
import {
  checkedRecord,
  type ListedRecord,
  type recordInput,
  revokeInput,
} from "../../../../../modules/evidence/schema.ts";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { formatDateTime, isolated } from "../../../../../shared/format.ts";
import { TIER_NAMES } from "../../../../../shared/places/places.ts";
import { Button } from "../../../../kit/controls/button.tsx";
import { DialogForm, FormDialog, type FormWords } from "../../../../kit/dialog/form-dialog.tsx";
import { Field, SelectField } from "../../../../kit/form/field.tsx";
import { Badge } from "../../../../kit/page/badge.tsx";
import { ListCard } from "../../../../kit/page/card.tsx";
import { EmptyState, Loaded } from "../../../../kit/page/states.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form.ts";
import { toast } from "../../../../lib/toast.ts";
import { useRefreshPlace } from "../use-refresh-place.ts";
import { DECLARED, KindFields, type RecordedKind, RecordFacts } from "./kind-fields.tsx";
import { type Entry, mayWithdraw, timelineOf } from "./timeline.ts";

/** All that the tier rests on, newest first, and the dialogs that add to it. */
export function EvidenceCard({ place: { id, category } }: { readonly place: StaffPlaceDetail }) {
  const records = trpc.admin.evidence.list.useQuery({ id }, { staleTime: 0 });
  const [adding, setAdding] = useState(false);
  const [withdrawing, setWithdrawing] = useState<Entry | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isMasjid = category === "mosque";
  return (
    <ListCard
      title="Evidence"
      headingRef={heading}
      actions={
        !isMasjid && (
          <Button className="button-tiny" onClick={() => setAdding(true)}>
            Add evidence
          </Button>
        )
      }
    >
      <Loaded query={records} failed="The evidence could not be loaded" rows={4}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState title="No evidence yet">
              {isMasjid
                ? "A masjid has no halal tier."
                : "A tier follows from certificates, look-ups, visits and declarations that are recorded here."}
            </EmptyState>
          ) : (
            <ol className="evidence-timeline">
              {timelineOf(data).map((entry) => (
                <EvidenceEntry
                  key={entry.record.id}
                  placeId={id}
                  entry={entry}
                  onWithdraw={isMasjid ? null : setWithdrawing}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
      <AddEvidence placeId={id} open={adding} onClose={() => setAdding(false)} />
      <WithdrawDialog
        entry={withdrawing}
        onClose={() => setWithdrawing(null)}
        focusAfter={() => heading.current}
      />
    </ListCard>
  );
}

interface AddEvidenceProps {
  readonly placeId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

function AddEvidence({ placeId, open, onClose }: AddEvidenceProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={ADD.title}>
      {open && <Form placeId={placeId} />}
    </FormDialog>
  );
}

function Form({ placeId }: { readonly placeId: string }) {
  const add = trpc.admin.evidence.add.useMutation();
  const refresh = useRefreshPlace();
  const [kind, setKind] = useState<RecordedKind>("certificate");
  return (
    <DialogForm
      words={ADD}
      schema={checkedRecord}
      read={readRecord}
      send={(input) => add.mutateAsync({ ...input, id: placeId })}
      onDone={(form) => {
        toast({ title: `${RECORDED_KINDS[kindOf(new FormData(form))]} recorded` });
        void refresh();
      }}
    >
      {(errors) => (
        <>
          <div className="field-noted">
            <SelectField
              label="Kind"
              name="kind"
              value={kind}
              onChange={({ currentTarget: { form } }) => form && setKind(kindOf(new FormData(form)))}
            >
              {Object.entries(RECORDED_KINDS).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectField>
            <p>{KIND_HINTS[kind]}</p>
          </div>
          <KindFields key={kind} kind={kind} placeId={placeId} errors={errors} />
        </>
      )}
    </DialogForm>
  );
}

/** The kinds that staff choose from, in the order of the list. */
const RECORDED_KINDS = {
  certificate: "Certificate",
  lookup: "Look-up in a register",
  declaration: "Declaration by the owner",
  visit: "Visit",
  statement: "Statement",
} as const satisfies Record<RecordedKind, string>;

const KIND_HINTS = {
  certificate:
    "Type what the certificate shows. It counts once another person has read the same and its issuer has confirmed it, or it is found in the issuer's register.",
  lookup: "The place was found in the register that the issuer publishes.",
  declaration: "What the owner declares about everything that is served here.",
  visit: "One of us was there and confirmed what the owner declares.",
  statement: "What the owner or someone else says. It makes a place reported, never more.",
} as const satisfies Record<RecordedKind, string>;

const KINDS = Object.keys(RECORDED_KINDS) as RecordedKind[]; // its own keys

const kindOf = (form: FormData): RecordedKind =>
  KINDS.find((each) => each === form.get("kind")) ?? "certificate";

const TEXTS = [
  "issuerId",
  "number",
  "validFrom",
  "validUntil",
  "fileId",
  "address",
  "checkedAt",
  "text",
] as const;

/** What was entered. The form has the fields of the chosen kind alone. */
function readRecord(form: FormData): Omit<z.input<typeof recordInput>, "id"> {
  const kind = kindOf(form);
  const texts = Object.fromEntries(TEXTS.map((name) => [name, textOf(form, name)]));
  if (kind !== "declaration") return { kind, ...texts };
  const declared = Object.keys(DECLARED).map((name) => [name, form.get(name) === "on"]);
  return { kind, ...texts, ...Object.fromEntries(declared) };
}

interface EvidenceEntryProps {
  readonly placeId: string;
  readonly entry: Entry;
  /** Null where nothing can be withdrawn. */
  readonly onWithdraw: ((entry: Entry) => void) | null;
}

/** One record, with what others recorded about it. */
function EvidenceEntry({ placeId, entry, onWithdraw }: EvidenceEntryProps) {
  const { record, withdrawal, parts } = entry;
  const kind = KIND_NAMES[record.kind] ?? record.kind;
  return (
    <li data-withdrawn={withdrawal ? true : undefined}>
      <div className="evidence-timeline-head">
        <h3>{kind}</h3>
        {withdrawal === null && <Reading state={record.reading} />}
        {onWithdraw && mayWithdraw(entry) && (
          <div className="evidence-timeline-act">
            <Button
              look="quiet"
              className="button-tiny"
              aria-label={`Withdraw: ${kind}`}
              onClick={() => onWithdraw(entry)}
            >
              Withdraw
            </Button>
          </div>
        )}
      </div>
      <div className="evidence-timeline-said">
        <RecordFacts placeId={placeId} record={record} />
      </div>
      <p className="evidence-timeline-by">
        {`Recorded by ${whoOf(record)} on ${formatDateTime(record.recordedAt)}`}
      </p>
      {withdrawal && (
        <p className="evidence-timeline-withdrawal">
          {`Withdrawn by ${whoOf(withdrawal)} on ${formatDateTime(withdrawal.recordedAt)}:`}{" "}
          <bdi>{withdrawal.note}</bdi>
        </p>
      )}
      {parts.length > 0 && (
        <ol className="evidence-timeline-parts">
          {parts.map((part) => (
            <EvidenceEntry key={part.record.id} placeId={placeId} entry={part} onWithdraw={onWithdraw} />
          ))}
        </ol>
      )}
    </li>
  );
}

/** Whether enough people have read a certificate alike. */
function Reading({ state }: { readonly state: ListedRecord["reading"] }) {
  if (state === null) return null;
  if (state === "agreed") return <Badge tone="good">Readings agree</Badge>;
  return state === "waiting" ? (
    <Badge tone="warning">Waits for a second reading</Badge>
  ) : (
    <Badge tone="bad">Readings differ</Badge>
  );
}

const whoOf = ({ source, byName }: ListedRecord): string =>
  byName === null ? (SOURCES[source] ?? source) : isolated(byName);

const KIND_NAMES: Readonly<Record<string, string>> = {
  certificate: "Certificate",
  reading: "Reading",
  lookup: "Look-up in a register",
  answer: "Issuer's answer",
  declaration: "Declaration",
  visit: "Visit",
  statement: "Statement",
  prior: "Verified before evidence was recorded",
};

const SOURCES: Readonly<Record<string, string>> = {
  owner: "the owner",
  issuer: "the issuer",
  import: "an import",
  migration: "the product",
};

const ADD: FormWords = {
  title: "Add evidence",
  submit: "Record",
  sending: "Recording...",
  missing: "Some fields are missing",
  failed: "The evidence was not recorded",
};

interface WithdrawDialogProps {
  /** Null while it is closed. */
  readonly entry: Entry | null;
  readonly onClose: () => void;
  /** The pressed button is gone afterwards. */
  readonly focusAfter: () => HTMLElement | null;
}

function WithdrawDialog({ entry, onClose, focusAfter }: WithdrawDialogProps) {
  return (
    <FormDialog
      open={entry !== null}
      onClose={onClose}
      size="small"
      title={WITHDRAW.title}
      description="It stays in the history, struck through, and no longer counts. This cannot be undone: record it again if it was right."
      focusAfter={focusAfter}
    >
      {entry && <WithdrawForm id={entry.record.id} />}
    </FormDialog>
  );
}

function WithdrawForm({ id }: { readonly id: string }) {
  const revoke = trpc.admin.evidence.revoke.useMutation();
  const refresh = useRefreshPlace();
  return (
    <DialogForm
      words={WITHDRAW}
      schema={revokeInput.omit({ id: true })}
      read={(form) => ({ reason: textOf(form, "reason") })}
      send={(input) => revoke.mutateAsync({ ...input, id })}
      onDone={() => {
        toast({ title: "Record withdrawn" });
        void refresh();
      }}
    >
      {(errors) => (
        <>
          <Consequence id={id} />
          <Field label="Reason" name="reason" required autoComplete="off" error={errors.reason} />
        </>
      )}
    </DialogForm>
  );
}

/** What the tier will be; nothing where that cannot be loaded. */
function Consequence({ id }: { readonly id: string }) {
  const left = trpc.admin.evidence.withdrawal.useQuery({ id }, { staleTime: 0 });
  if (left.error) return null;
  return (
    <p role="status">
      <strong>{left.data ? consequenceOf(left.data) : "Checking what happens to the tier..."}</strong>
    </p>
  );
}

type Tier = keyof typeof TIER_NAMES;

function consequenceOf({ tier, after }: { readonly tier: Tier | null; readonly after: Tier | null }): string {
  if (tier === null || after === null || tier === after)
    return `The tier stays: ${TIER_NAMES[after ?? "unverified"]}.`;
  return `The tier changes at once: from ${TIER_NAMES[tier]} to ${TIER_NAMES[after]}.`;
}

const WITHDRAW: FormWords = {
  title: "Withdraw this record",
  submit: "Withdraw",
  sending: "Withdrawing...",
  missing: "Reason is required",
  failed: "The record was not withdrawn",
  destructive: true,
};
