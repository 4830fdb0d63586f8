import { type ReactNode, useRef } from "react";
import { CARD, DETAILS } from "../../../../copy/en/partner.ts";
import { ASK } from "../../../../copy/en/partner-places.ts";
import type { Place } from "../../../../modules/places/schema.ts";
import { CATEGORY_NAMES } from "../../../../shared/places/places.ts";
import { Button, ButtonLink } from "../../../kit/controls/button.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { TierBadge } from "../../../kit/site/tier-mark.tsx";
import { mapLink } from "../../../kit/text/links.ts";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { useAskedPlaces, usePendingClaims } from "../own/own-data.ts";
import { tabElement } from "../search-params.ts";
import { useRights } from "../session.tsx";

interface PlaceCardProps {
  readonly place: Place;
  readonly query: string;
  readonly onView: () => void;
  readonly onClaim: () => void;
  readonly onAsk: () => void;
}

export function PlaceCard({ place, query, onView, onClaim, onAsk }: PlaceCardProps) {
  return (
    <article className="place-card">
      <div className="place-card-head">
        <h3>
          <UserText text={place.name}>
            <Highlight text={place.name} part={query} />
          </UserText>
        </h3>
        <TierBadge status={place.halalVerificationStatus} />
      </div>
      <PlaceLines place={place} />
      <div className="place-card-actions">
        <Button
          look="quiet"
          className="button-small"
          aria-label={`${CARD.view} ${place.name}`}
          onClick={onView}
        >
          {CARD.view}
        </Button>
        <Ownership place={place} onClaim={onClaim} onAsk={onAsk} />
      </div>
    </article>
  );
}

interface PlaceLinesProps {
  readonly place: Place;
  /** An own place has its certificates among its evidence, and the listed one may be older. */
  readonly isOwn?: true;
  readonly children?: ReactNode;
}

/** Address, category, phone and certificate, each if known. */
export function PlaceLines({ place, isOwn, children }: PlaceLinesProps) {
  const { address, city, state, zipCode, category, subcategory, phone, halalCertificate } = place;
  return (
    <div className="place-card-lines">
      <p>
        <bdi>{address}</bdi>
        <br />
        <bdi>{[city, state].filter(Boolean).join(", ")}</bdi> {zipCode}
      </p>
      <p className="place-card-kind">
        <span>{CATEGORY_NAMES[category]}</span>
        {subcategory && (
          <span>
            <bdi>{subcategory}</bdi>
          </span>
        )}
      </p>
      {phone && (
        <p>
          <span className="visually-hidden">{CARD.phone}: </span>
          <a href={`tel:+1${phone.replace(/\D/g, "")}`}>{phone}</a>
        </p>
      )}
      {halalCertificate && !isOwn && (
        <p className="soft">
          {CARD.certificate}: {halalCertificate}
        </p>
      )}
      {children}
    </div>
  );
}

interface OwnershipProps {
  readonly place: Pick<Place, "id" | "name" | "ownerId" | "isOwned">;
  readonly onClaim: () => void;
  /** Asks the owner for a transfer. */
  readonly onAsk: () => void;
}

/** A claim button if the partner can claim the place, otherwise why not. */
function Ownership({ place, onClaim, onAsk }: OwnershipProps) {
  const inReview = usePendingClaims().has(place.id);
  const { manages } = useRights();
  if (place.isOwned) return <Badge tone="good">{CARD.owned}</Badge>;
  if (place.ownerId !== null) return <OwnedByAnother place={place} onAsk={onAsk} />;
  if (inReview) return <Badge tone="info">{CARD.inReview}</Badge>;
  if (!manages) return null;
  return (
    <Button
      ref={focusTabAfter}
      className="button-small"
      aria-label={`${CARD.claim} ${place.name}`}
      onClick={onClaim}
    >
      {CARD.claim}
    </Button>
  );
}

function OwnedByAnother({ place, onAsk }: Omit<OwnershipProps, "onClaim">) {
  const isAsked = useAskedPlaces().has(place.id);
  const { manages } = useRights();
  return (
    <>
      <Badge>{CARD.claimed}</Badge>
      {isAsked && <Badge tone="info">{ASK.asked}</Badge>}
      {!isAsked && manages && (
        <Button
          ref={focusTabAfter}
          look="quiet"
          className="button-small"
          aria-label={ASK.of(place.name)}
          onClick={onAsk}
        >
          {ASK.open}
        </Button>
      )}
    </>
  );
}

/**
 * The ref of a button that is removed once the place is claimed or asked for: the tab then gets its focus. The dialog
 * may have been closed, and have given the focus back, before the answer.
 */
const focusTabAfter = (button: HTMLElement | null) => () => {
  if (document.activeElement === button) queueMicrotask(() => focusFrom(null, tabElement()));
};

interface HighlightProps {
  readonly text: string;
  readonly part: string;
}

/** A name in which the search text is marked, if it occurs literally. */
function Highlight({ text, part }: HighlightProps) {
  const at = part === "" ? -1 : text.toLowerCase().indexOf(part.toLowerCase());
  // In a few scripts lower case changes the length of a text: then nothing is marked.
  if (at === -1 || text.toLowerCase().length !== text.length) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  );
}

interface PlaceDialogProps {
  /** Null while the dialog is closed. */
  readonly place: Place | null;
  readonly onClaim: (place: Place) => void;
  readonly onAsk: (place: Place) => void;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** All details of a place and a link to a map. */
export function PlaceDialog({ place, onClaim, onAsk, onClose, focusAfter }: PlaceDialogProps) {
  // Keeps the name while the dialog fades out.
  const last = useRef(place);
  if (place) last.current = place;
  return (
    <Dialog
      open={place !== null}
      onOpenChange={(open) => !open && onClose()}
      title={last.current?.name ?? ""}
      focusAfter={focusAfter}
    >
      {place && <Details place={place} onClaim={() => onClaim(place)} onAsk={() => onAsk(place)} />}
    </Dialog>
  );
}

interface DetailsProps {
  readonly place: Place;
  readonly onClaim: () => void;
  readonly onAsk: () => void;
}

function Details({ place, onClaim, onAsk }: DetailsProps) {
  const detail = trpc.partner.pois.get.useQuery({ id: place.id }, { staleTime: 0 });
  const known = detail.data ?? place;
  return (
    <div className="place-dialog">
      <TierBadge status={known.halalVerificationStatus} />
      <PlaceLines place={known}>
        {known.website && (
          <p>
            <span className="visually-hidden">{CARD.website}: </span>
            <a href={known.website} target="_blank" rel="noreferrer nofollow">
              {known.website.replace(/^https?:\/\//, "")}
            </a>
          </p>
        )}
      </PlaceLines>
      {detail.error && <Alert tone="warning">{DETAILS.failed}</Alert>}
      <div className="dialog-actions">
        <ButtonLink
          look="quiet"
          href={mapLink({ ...known, placeId: detail.data?.placeId })}
          target="_blank"
          rel="noreferrer"
          title={DETAILS.mapNote}
        >
          {DETAILS.map}
        </ButtonLink>
        <Ownership place={known} onClaim={onClaim} onAsk={onAsk} />
      </div>
    </div>
  );
}

/** A place to claim; the dialog shows its address if known. */
export interface Claimable {
  readonly id: string;
  readonly name: string;
  readonly address?: string;
}

export const claimable = ({ id, name, address, city, state }: Place): Claimable => ({
  id,
  name,
  address: `${address}, ${city}, ${state}`,
});
