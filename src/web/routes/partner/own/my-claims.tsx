import type { Claim } from "../../../../modules/ownership/claims/schema.ts";
import { sentenceOf } from "../../../../shared/reviews/reviews.ts";
import { Button } from "../../../ui/button/button.tsx";
import { UserText } from "../../../ui/user-text/user-text.tsx";
import type { OpenDialog } from "../dialogs.tsx";
import { ReviewProgress, StatusBadge } from "../review-progress.tsx";
import { ClaimActions } from "./claim-actions.tsx";
import { MORE } from "./claim-content.ts";
import { MY_CLAIMS, OWN } from "./content.ts";
import { OwnList } from "./own-list.tsx";
import { useOwn } from "./use-own.ts";

interface MyClaimsProps {
  readonly onDo: (doing: OpenDialog) => void;
  readonly onSearch: () => void;
}

export function MyClaims({ onDo, onSearch }: MyClaimsProps) {
  const { claims } = useOwn();
  const settled = new Set(
    claims.data?.items.filter(({ status }) => status !== "rejected").map(({ poiId }) => poiId),
  );
  const again = ({ status, reason, poiId, poiName }: Claim) => {
    const open = poiId !== null && !settled.has(poiId) && reason !== "already_claimed_by_other";
    if (status !== "rejected" || !open) return null;
    return () => onDo({ what: "claim", place: { id: poiId, name: poiName } });
  };
  return (
    <OwnList
      list={claims}
      words={MY_CLAIMS}
      emptyAction={<Button onClick={onSearch}>{OWN.goSearch}</Button>}
      keyOf={(claim) => claim.id}
      card={(claim) => <ClaimCard claim={claim} onAgain={again(claim)} />}
    />
  );
}

interface ClaimCardProps {
  readonly claim: Claim;
  /** Null if it cannot be submitted again, or already was. */
  readonly onAgain: (() => void) | null;
}

function ClaimCard({ claim, onAgain }: ClaimCardProps) {
  const reason = sentenceOf(claim.reason);
  return (
    <article className="own-list-card">
      <div className="place-card-head">
        <h3>
          <UserText text={claim.poiName} />
          <span className="own-list-number">{MY_CLAIMS.number(claim.id)}</span>
        </h3>
        <StatusBadge status={claim.status} />
      </div>
      <ReviewProgress reviewed={claim} />
      {reason && <p>{reason}</p>}
      {claim.notes && (
        <p className="own-list-notes">
          <strong>{noteLabel(claim)}</strong> <bdi>{claim.notes}</bdi>
        </p>
      )}
      {claim.poiId === null && <p className="soft">{MY_CLAIMS.gone}</p>}
      {claim.status === "pending" && <ClaimActions claim={claim} />}
      {onAgain && (
        <Button
          look="quiet"
          className="button-small"
          aria-label={`${MY_CLAIMS.again}: ${claim.poiName}`}
          onClick={onAgain}
        >
          {MY_CLAIMS.again}
        </Button>
      )}
    </article>
  );
}

/** While a claim is pending, its note is what we asked for. */
function noteLabel({ status, moreRequested }: Claim): string {
  if (moreRequested !== null) return MORE.asked;
  return status === "pending" ? MORE.answered : `${OWN.notes}:`;
}
