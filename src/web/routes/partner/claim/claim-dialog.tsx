import { useRef, useState } from "react";
import type { Claim } from "../../../../modules/ownership/claims/schema.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import type { Claimable } from "../claimable.ts";
import { ClaimForm } from "./claim-form.tsx";
import { CLAIM } from "./content.ts";
import { ClaimSent } from "./sent.tsx";

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
