import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { z } from "zod";
import { declineInput, type waitingRenewal } from "../../../../modules/evidence/renewals/schema.ts";
import { formatCalendarDay, formatDay, isolated } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { DialogForm, FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { TextAreaField } from "../../../kit/form/field.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useDecisionNotice } from "../../../lib/brand.ts";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { WaitingPlace } from "./waiting.tsx";

type Renewal = z.output<typeof waitingRenewal>;

/** Certificates that owners sent: one person records them, another one reads them. Nothing while there is none. */
export function Renewals() {
  const { data } = trpc.admin.reviews.renewals.list.useQuery(undefined, { staleTime: 0 });
  const [declining, setDeclining] = useState<Renewal | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!data || (data.length === 0 && declining === null)) return null;
  return (
    <ListCard title="New certificates from owners" headingRef={heading}>
      <ul className="waiting-list">
        {data.map((renewal) => (
          <WaitingPlace
            key={renewal.id}
            poiId={renewal.poiId}
            name={renewal.placeName}
            city={renewal.city}
            state={renewal.state}
            facts={[`Sent on ${formatDay(renewal.sentAt)}`, typedOf(renewal)]}
            actions={<Actions renewal={renewal} onDecline={() => setDeclining(renewal)} />}
          />
        ))}
      </ul>
      <DeclineDialog
        renewalId={declining?.id ?? null}
        onClose={() => setDeclining(null)}
        focusAfter={() => heading.current}
      />
    </ListCard>
  );
}

/** What the owner typed helps to find the issuer; it is no reading. */
function typedOf({ issuer, number, validUntil }: Renewal): string | null {
  const parts = [
    issuer && isolated(issuer),
    number && isolated(number),
    validUntil && `valid until ${formatCalendarDay(validUntil)}`,
  ].filter(Boolean);
  return parts.length === 0 ? null : `The owner wrote: ${parts.join(", ")}`;
}

interface ActionsProps {
  readonly renewal: Renewal;
  readonly onDecline: () => void;
}

const Actions = ({ renewal: { poiId, fileId, file, placeName }, onDecline }: ActionsProps) => (
  <>
    {file && (
      <a
        className="button button-tiny"
        data-look="quiet"
        href={`/api/reviews/evidence/${encodeURIComponent(fileId)}?inline=true`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Open the file: ${placeName}`}
      >
        Open the file
      </a>
    )}
    <Button look="quiet" className="button-tiny" aria-label={`Decline: ${placeName}`} onClick={onDecline}>
      Decline
    </Button>
    <Link
      className="button button-tiny"
      to="/admin/places"
      search={{ place: poiId }}
      aria-label={`Record it: ${placeName}`}
    >
      Record it
    </Link>
  </>
);

interface DeclineDialogProps {
  /** Null while it is closed. */
  readonly renewalId: string | null;
  readonly onClose: () => void;
  /** The pressed button is gone afterwards. */
  readonly focusAfter: () => HTMLElement | null;
}

function DeclineDialog({ renewalId, onClose, focusAfter }: DeclineDialogProps) {
  return (
    <FormDialog
      open={renewalId !== null}
      onClose={onClose}
      title={DECLINE.title}
      description={DECLINE.lead}
      focusAfter={focusAfter}
    >
      {renewalId !== null && <Form id={renewalId} />}
    </FormDialog>
  );
}

function Form({ id }: { readonly id: string }) {
  const decide = trpc.admin.reviews.renewals.decide.useMutation();
  const notified = useDecisionNotice();
  const utils = trpc.useUtils();
  return (
    <DialogForm
      words={DECLINE}
      schema={declineInput.omit({ id: true })}
      read={(form) => ({ decision: "declined" as const, notes: textOf(form, "notes") })}
      send={(input) => decide.mutateAsync({ ...input, id })}
      onDone={() => {
        toast({ title: DECLINE.done, description: notified("The owner") });
        void utils.admin.reviews.invalidate();
      }}
    >
      {(errors) => (
        <TextAreaField label={DECLINE.notes} name="notes" rows={4} required error={errors.notes} />
      )}
    </DialogForm>
  );
}

const DECLINE = {
  title: "Decline this certificate",
  submit: "Decline",
  sending: "Declining...",
  missing: "Write what is wrong",
  failed: "The certificate was not declined",
  notes: "What is wrong, for the owner",
  lead: "The owner gets this by email, with a link to send another certificate.",
  done: "Certificate declined",
} as const;
