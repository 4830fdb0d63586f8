import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { RECORD_COMMANDS } from "../../../../../shared/commands/record-commands.ts";
import { CATEGORY_NAMES } from "../../../../../shared/places/places.ts";
import { CopyCommands } from "../../../../blocks/copy-command/copy-commands.tsx";
import { TierBadge } from "../../../../blocks/tier-badge/tier-badge.tsx";
import { Viewers } from "../../../../blocks/viewers/viewers.tsx";
import { useOpenedHeading } from "../../../../lib/hooks/use-opened-heading.ts";
import { mapLink } from "../../../../lib/map-link.ts";
import { ButtonLink } from "../../../../ui/button/button.tsx";
import { RECORD } from "../content.ts";
import { ClosedMark, ClosePlace } from "./close-place.tsx";
import { DeletePlace } from "./delete-place.tsx";

export function PlaceHead({ place }: { readonly place: StaffPlaceDetail }) {
  const heading = useOpenedHeading(true);
  return (
    <header className="place-record-head">
      <div>
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{place.name}</bdi>
        </h2>
        <p className="place-record-line">
          {place.category !== "mosque" && <TierBadge status={place.halalVerificationStatus} />}
          <ClosedMark id={place.id} />
          <span>{CATEGORY_NAMES[place.category]}</span>
          <bdi>
            {place.city}, {place.state}
          </bdi>
        </p>
        <Viewers caseKey={`place:${place.id}`} thing={RECORD.thing} />
      </div>
      <div className="place-record-links">
        <ClosePlace place={place} />
        <ButtonLink
          look="quiet"
          className="button-tiny"
          href={`/places/${place.id}`}
          target="_blank"
          rel="noopener"
        >
          {RECORD.publicPage}
        </ButtonLink>
        <ButtonLink
          look="quiet"
          className="button-tiny"
          href={mapLink(place)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {RECORD.map}
        </ButtonLink>
        <DeletePlace place={place} />
        <CopyCommands commands={RECORD_COMMANDS.place(place)} />
      </div>
    </header>
  );
}
