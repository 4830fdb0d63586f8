import { useRef } from "react";
import { CARD, DETAILS } from "../../../../copy/en/partner.ts";
import type { Place } from "../../../../modules/places/schema.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { ButtonLink } from "../../../kit/page/button.tsx";
import { TierBadge } from "../../../kit/site/tier-badge.tsx";
import { trpc } from "../../../lib/api.tsx";
import { mapLink } from "../../../lib/links.ts";
import { Ownership, PlaceLines } from "./place-card.tsx";

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
