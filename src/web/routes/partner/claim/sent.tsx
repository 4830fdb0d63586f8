import { useEffect, useRef } from "react";
import type { Claim } from "../../../../modules/ownership/claims/schema.ts";
import { formatDueDay } from "../../../lib/format/format-date.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ReviewProgress } from "../review-progress.tsx";
import { CLAIM } from "./content.ts";

interface ClaimSentProps {
  readonly claim: Claim;
  readonly onClose: () => void;
  readonly onShowClaims: () => void;
}

/** The submitted claim and the next steps. */
export function ClaimSent({ claim, onClose, onShowClaims }: ClaimSentProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="claim-sent">
      <p>{CLAIM.sentText(claim.poiName)}</p>
      <ReviewProgress reviewed={claim} />
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
