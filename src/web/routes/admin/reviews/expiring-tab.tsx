import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import type { expiringPlace } from "../../../../modules/evidence/schema.ts";
import { formatCalendarDay, formatDay } from "../../../../shared/format.ts";
import { TIER_NAMES } from "../../../../shared/places/places.ts";
import { Button } from "../../../kit/page/button.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { WaitingPlace } from "./waiting-list.tsx";

const PAGE_SIZE = 50;

/** Places whose tier ends soon, the first ones first. */
export function ExpiringTab() {
  const [cursor, setCursor] = useState<string | undefined>(undefined);
  const places = trpc.admin.reviews.expiring.useQuery(
    { cursor, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  return (
    <ListCard title="Tiers that end within 30 days">
      <Loaded query={places} failed="The places could not be loaded" rows={6}>
        {({ items, next }) =>
          items.length === 0 ? (
            <EmptyState title="No tier ends soon">
              Places appear here 30 days before the last day of their tier.
            </EmptyState>
          ) : (
            <>
              <ul className="waiting-list">
                {items.map((place) => (
                  <WaitingPlace
                    key={place.poiId}
                    poiId={place.poiId}
                    name={place.placeName}
                    city={place.city}
                    state={place.state}
                    facts={factsOf(place)}
                  />
                ))}
              </ul>
              {next !== null && (
                <p className="waiting-list-more">
                  <Button look="quiet" className="button-small" onClick={() => setCursor(next)}>
                    Show later
                  </Button>
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </ListCard>
  );
}

const factsOf = ({ tier, next, until, basis, hasOwner, renewalSentAt }: z.output<typeof expiringPlace>) => [
  EXPIRING.ends(TIER_NAMES[tier], formatCalendarDay(until), TIER_NAMES[next]),
  basis && EXPIRING.basis[basis],
  renewalSentAt && `The owner sent a new certificate on ${formatDay(renewalSentAt)}`,
  hasOwner ? null : "No owner, so no one is reminded",
];

const EXPIRING = {
  ends: (tier: string, day: string, next: string) => `“${tier}” until ${day}, then “${next}”`,
  basis: {
    certificate: "Its certificate ends",
    declaration: "A year since what is served was checked",
    prior: "Verified before evidence was recorded: collect the evidence",
  },
} as const;
