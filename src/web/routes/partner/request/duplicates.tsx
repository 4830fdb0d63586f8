import { useEffect, useRef } from "react";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import type { Claimable } from "../claimable.ts";
import { usePendingClaims } from "../own/use-own.ts";
import { DUPLICATES } from "./content.ts";
import type { Duplicate } from "./use-duplicates.ts";
import type { DuplicateMatches } from "./use-request.ts";

interface DuplicatesProps {
  readonly found: DuplicateMatches;
  readonly onClaim: (place: Claimable) => void;
}

/** Possible duplicates of the requested place, shown before the request is sent. */
export function Duplicates({ found: { same, places }, onClaim }: DuplicatesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result is announced
  useEffect(() => heading.current?.focus(), [places]);
  const title = places.length === 1 ? DUPLICATES.one : DUPLICATES.many;
  return (
    <section className="duplicates" aria-label={same ? DUPLICATES.same : title}>
      <h3 ref={heading} tabIndex={-1}>
        {same ? DUPLICATES.same : title}
      </h3>
      <p className="soft">{same ? DUPLICATES.sameText : DUPLICATES.text}</p>
      <ul>
        {places.map((place) => (
          <li key={place.id}>
            <p>
              <strong>
                <bdi>{place.name}</bdi>
              </strong>
              <span>
                <bdi>{place.address}</bdi>
              </span>
            </p>
            <Owner place={place} onClaim={onClaim} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OwnerProps {
  readonly place: Duplicate;
  readonly onClaim: (place: Claimable) => void;
}

function Owner({ place: { id, name, address, owner }, onClaim }: OwnerProps) {
  const inReview = usePendingClaims().has(id);
  if (owner === "oneself") return <Badge tone="good">{DUPLICATES.owned}</Badge>;
  if (owner === "another") return <Badge>{DUPLICATES.claimed}</Badge>;
  if (inReview) return <Badge tone="info">{DUPLICATES.inReview}</Badge>;
  return (
    <Button
      className="button-small"
      aria-label={`${DUPLICATES.claim} ${name}`}
      onClick={() => onClaim({ id, name, address })}
    >
      {DUPLICATES.claim}
    </Button>
  );
}
