import { useState } from "react";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { CATEGORY_NAMES } from "../../../../../shared/places/places.ts";
import { ADMINS } from "../../../../blocks/staff/roles.ts";
import { useStaff } from "../../../../blocks/staff/use-staff.ts";
import { formatDateTime, formatDay } from "../../../../lib/format/format-date.ts";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { Facts } from "../../../../ui/facts/facts.tsx";
import { ListCard } from "../../../../ui/list-card/list-card.tsx";
import { FIELD_LABELS, RECORD, SYNC_NAMES, SYNC_TONES } from "../content.ts";
import { EditPlace } from "./edit-place.tsx";

export function DetailsCard({ place }: { readonly place: StaffPlaceDetail }) {
  const { role } = useStaff();
  const [editing, setEditing] = useState(false);
  return (
    <ListCard
      title={RECORD.details}
      actions={
        ADMINS.includes(role) && (
          <Button look="quiet" className="button-tiny" onClick={() => setEditing(true)}>
            {RECORD.edit}
          </Button>
        )
      }
    >
      <div className="place-record-body">
        <Facts facts={factsOf(place)} />
      </div>
      <EditPlace place={place} open={editing} onClose={() => setEditing(false)} />
    </ListCard>
  );
}

const factsOf = (place: StaffPlaceDetail) =>
  [
    [FIELD_LABELS.address, [place.address, place.city, `${place.state} ${place.zipCode}`.trim()].join(", ")],
    [FIELD_LABELS.category, [CATEGORY_NAMES[place.category], place.subcategory].filter(Boolean).join(", ")],
    [FIELD_LABELS.phone, place.phone],
    [FIELD_LABELS.website, place.website && <Website address={place.website} />],
    [FIELD_LABELS.halalCertificate, place.halalCertificate],
    [FIELD_LABELS.placeId, place.placeId],
    [RECORD.position, positionOf(place)],
    [RECORD.owner, place.ownerName ?? RECORD.noOwner],
    [RECORD.sync, <Sync key="sync" place={place} />],
    [RECORD.syncedAt, place.syncedAt && formatDateTime(place.syncedAt)],
    [RECORD.listed, formatDay(place.createdAt)],
    [RECORD.changed, formatDateTime(place.updatedAt)],
  ] as const;

function positionOf({ latitude, longitude, placeId }: StaffPlaceDetail): string | null {
  if (latitude !== null && longitude !== null) return `${latitude}, ${longitude}`;
  return placeId === null ? RECORD.noPosition : null;
}

const Sync = ({ place: { syncState, syncError } }: { readonly place: StaffPlaceDetail }) => (
  <>
    <Badge tone={SYNC_TONES[syncState]}>{SYNC_NAMES[syncState]}</Badge> {syncError}
  </>
);

const Website = ({ address }: { readonly address: string }) => (
  <a href={address} target="_blank" rel="noopener noreferrer">
    {address.replace(/^https?:\/\//, "").replace(/\/$/, "")}
  </a>
);
