import type { Place } from "../../../../modules/places/schema.ts";
import { TierBadge } from "../../../blocks/tier-badge/tier-badge.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { UserText } from "../../../ui/user-text/user-text.tsx";
import { Renewals } from "../renew/renewals.tsx";
import { PlaceLines } from "../search/place-card.tsx";
import { Transfers } from "../transfers/transfers.tsx";
import { BadgeBlock } from "./badge-block.tsx";
import { PlaceChanges } from "./changes/place-changes.tsx";
import { ProposalState } from "./changes/proposal-state.tsx";
import { useProposal } from "./changes/use-proposals.ts";
import { MY_POIS, OWN } from "./content.ts";
import { OwnFacts } from "./own-facts.tsx";
import { OwnList } from "./own-list.tsx";
import { useOwn } from "./use-own.ts";

/** The places that the partner owns. */
export function MyPois({ onSearch }: { readonly onSearch: () => void }) {
  const { pois } = useOwn();
  return (
    <>
      <Renewals />
      <Transfers />
      <OwnList
        inColumns
        list={pois}
        words={MY_POIS}
        emptyAction={<Button onClick={onSearch}>{OWN.goSearch}</Button>}
        keyOf={(place) => place.id}
        card={(place) => <OwnPlace place={place} />}
      />
    </>
  );
}

function OwnPlace({ place }: { readonly place: Place }) {
  const proposal = useProposal(place.id);
  return (
    <article className="place-card">
      <div className="place-card-head">
        <h3>
          <UserText text={place.name} />
        </h3>
        <TierBadge status={place.halalVerificationStatus} />
      </div>
      <PlaceLines place={place}>
        {place.website && (
          <p>
            <span className="visually-hidden">{OWN.website}: </span>
            <a href={place.website} target="_blank" rel="noreferrer nofollow">
              {place.website.replace(/^https?:\/\//, "")}
            </a>
          </p>
        )}
      </PlaceLines>
      {proposal && <ProposalState proposal={proposal} />}
      <div className="place-card-actions">
        <Badge tone="good">{OWN.owned}</Badge>
        <OwnFacts place={place} />
        <PlaceChanges place={place} proposal={proposal} />
      </div>
      <BadgeBlock place={place} />
    </article>
  );
}
