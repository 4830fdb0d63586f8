import { useEffect, useRef, useState } from "react";
import { CLAIM, decisionTimeSentence } from "../../../../copy/en/partner-places.ts";
import type { Claim } from "../../../../modules/ownership/claims/schema.ts";
import { formatDueDay } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toast } from "../../../lib/toast.ts";
import { ReviewProgress } from "../review-progress.tsx";
import type { Claimable } from "../search/place-card.tsx";
import { DocumentsForm } from "./documents-form.tsx";
import { QuickProofs } from "./quick-proofs.tsx";

interface ClaimDialogProps {
  /** Null while the dialog is closed. */
  readonly place: Claimable | null;
  readonly onClose: () => void;
  readonly onShowClaims: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** Claims a place and explains the next steps. Input for a place is kept while the dialog is closed. */
export function ClaimDialog({ place, onClose, onShowClaims, focusAfter }: ClaimDialogProps) {
  const last = useRef(place);
  if (place) last.current = place;
  const openId = useRef<string | null>(null);
  openId.current = place?.id ?? null;
  const [sent, setSent] = useState<Claim | null>(null);
  const target = last.current;
  function close(): void {
    if (sent) last.current = null;
    setSent(null);
    onClose();
  }
  /** The dialog may have closed before the answer, and be open for another place. */
  function onSent(placeId: string, claim: Claim): void {
    if (openId.current === placeId) setSent(claim);
    else if (last.current?.id === placeId) last.current = null;
  }
  return (
    <Dialog
      keepsText
      open={place !== null}
      onOpenChange={(open) => !open && close()}
      title={sent ? CLAIM.sentTitle : CLAIM.title(target?.name ?? "")}
      description={sent ? undefined : target?.address}
      focusAfter={focusAfter}
    >
      {sent ? (
        <ClaimSent
          claim={sent}
          onClose={close}
          onShowClaims={() => {
            setSent(null);
            last.current = null;
            onShowClaims();
          }}
        />
      ) : (
        target && (
          <ClaimForm
            key={target.id}
            place={target}
            onSent={(claim) => onSent(target.id, claim)}
            onClose={close}
          />
        )
      )}
    </Dialog>
  );
}

interface ClaimSentProps {
  readonly claim: Claim;
  readonly onClose: () => void;
  readonly onShowClaims: () => void;
}

/** The submitted claim and the next steps. */
function ClaimSent({ claim, onClose, onShowClaims }: ClaimSentProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="claim-sent">
      <p>{CLAIM.sentText(claim.poiName)}</p>
      <ReviewProgress reviewed={claim} />
      <QuickProofs claim={claim} open={claim.files.length === 0} />
      {claim.dueBy && <p className="soft">{CLAIM.next(formatDueDay(claim.dueBy))}</p>}
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {CLAIM.close}
        </Button>
        <Button ref={first} onClick={onShowClaims}>
          {CLAIM.showClaims}
        </Button>
      </div>
    </div>
  );
}

interface ClaimFormProps {
  readonly place: Claimable;
  readonly onSent: (claim: Claim) => void;
  readonly onClose: () => void;
}

function ClaimForm({ place, onSent, onClose }: ClaimFormProps) {
  const submit = trpc.partner.claims.submit.useMutation();
  const utils = trpc.useUtils();
  const claim = useRef<Claim>(null);
  function sent(): void {
    toast({ title: CLAIM.sent });
    void utils.partner.claims.list.invalidate();
    if (claim.current) onSent(claim.current);
  }
  return (
    <DocumentsForm
      hasSlots
      words={CLAIM}
      send={async (documents, slots) => {
        claim.current = await submit.mutateAsync({ poiId: place.id, documents, slots });
      }}
      onSent={sent}
      onClose={onClose}
    >
      <Notice />
    </DocumentsForm>
  );
}

function Notice() {
  const time = trpc.partner.claims.decisionTime.useQuery();
  const decided = decisionTimeSentence(time.data?.days ?? null);
  return (
    <div className="claim-form-notice">
      <p>
        <strong>{CLAIM.notice}</strong>
      </p>
      <ul>
        {CLAIM.needs.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
      <p>{CLAIM.noDocuments}</p>
      <p>{CLAIM.contact}</p>
      {decided && <p>{decided}</p>}
    </div>
  );
}
