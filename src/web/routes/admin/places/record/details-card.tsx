import { type ReactNode, useState } from "react";
import {
  staffPlace as placeSchema,
  type StaffPlace,
  updateInput,
} from "../../../../../modules/places/schema.ts";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { formatDateTime, formatDay } from "../../../../../shared/format.ts";
import { CATEGORY_NAMES } from "../../../../../shared/places/places.ts";
import type { ProvenanceField } from "../../../../../shared/places/sources.ts";
import { Button } from "../../../../kit/controls/button.tsx";
import { EditForm } from "../../../../kit/dialog/edit-form.tsx";
import { FormDialog, type FormWords } from "../../../../kit/dialog/form-dialog.tsx";
import { FIELD_LABELS } from "../../../../kit/form/place-labels.ts";
import { Badge } from "../../../../kit/page/badge.tsx";
import { ListCard } from "../../../../kit/page/card.tsx";
import { ADMINS } from "../../../../kit/staff/roles.ts";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { WebsiteLink } from "../../../../kit/text/address-links.tsx";
import { type Fact, Facts } from "../../../../kit/text/facts.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { toast } from "../../../../lib/toast.ts";
import { SYNC_NAMES, SYNC_TONES } from "../labels.ts";
import { useRefreshPlace } from "../use-refresh-place.ts";
import { FieldSources } from "./field-sources.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { readValues, valuesOf } from "./place-values.ts";

export function DetailsCard({ place }: { readonly place: StaffPlaceDetail }) {
  const { role } = useStaff();
  const [editing, setEditing] = useState(false);
  return (
    <ListCard
      title="Details"
      actions={
        ADMINS.includes(role) && (
          <Button look="quiet" className="button-tiny" onClick={() => setEditing(true)}>
            Edit
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
    said(place, FIELD_LABELS.name, ["name"], null),
    said(
      place,
      FIELD_LABELS.address,
      ["address", "city", "state", "zipCode"],
      [place.address, place.city, `${place.state} ${place.zipCode}`.trim()].join(", "),
    ),
    said(
      place,
      FIELD_LABELS.category,
      ["category", "subcategory"],
      [CATEGORY_NAMES[place.category], place.subcategory].filter(Boolean).join(", "),
    ),
    said(place, FIELD_LABELS.phone, ["phone"], place.phone),
    said(place, FIELD_LABELS.website, ["website"], place.website && <WebsiteLink address={place.website} />),
    said(
      place,
      FIELD_LABELS.halalCertificate,
      ["halalCertificate"],
      place.halalCertificate && `${place.halalCertificate} (as listed; the tier follows from the evidence)`,
    ),
    [FIELD_LABELS.placeId, place.placeId],
    said(place, "Coordinates", ["latitude", "longitude"], positionOf(place)),
    ["Owner", place.ownerName ?? "No owner yet"],
    ["Sync", <Sync key="sync" place={place} />],
    ["Last synced", place.syncedAt && formatDateTime(place.syncedAt)],
    ["Listed since", formatDay(place.createdAt)],
    ["Last change", formatDateTime(place.updatedAt)],
  ] as const;

/** A value with who said it; left out if it is empty and no source has another one. The name is the heading of the record. */
function said(
  place: StaffPlaceDetail,
  label: string,
  fields: readonly ProvenanceField[],
  value: ReactNode,
): Fact {
  const isKnown = fields.some((field) => place.sources[field]);
  const isProposed = place.proposed.some(({ field }) => fields.includes(field));
  if (!isKnown && !isProposed) return [label, value];
  return [
    label,
    <>
      {value}
      <FieldSources place={place} fields={fields} />
    </>,
  ];
}

function positionOf({ latitude, longitude, placeId }: StaffPlaceDetail): string | null {
  if (latitude !== null && longitude !== null) return `${latitude}, ${longitude}`;
  return placeId === null
    ? "Missing. Without coordinates or a maps place ID, the sync cannot match this place."
    : null;
}

const Sync = ({ place: { syncState, syncError } }: { readonly place: StaffPlaceDetail }) => (
  <>
    <Badge tone={SYNC_TONES[syncState]}>{SYNC_NAMES[syncState]}</Badge> {syncError}
  </>
);

interface EditPlaceProps {
  readonly place: StaffPlace;
  readonly open: boolean;
  readonly onClose: () => void;
}

function EditPlace({ place, open, onClose }: EditPlaceProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={EDIT_PLACE.title} description={EDIT_PLACE_TEXT}>
      {open && <Form place={place} />}
    </FormDialog>
  );
}

const FORM = updateInput.omit({ id: true, updatedAt: true, halalVerificationStatus: true });

function Form({ place: current }: Pick<EditPlaceProps, "place">) {
  const [place] = useState(current); // the fields keep the values they were opened with
  const update = trpc.admin.pois.update.useMutation();
  const refresh = useRefreshPlace();
  return (
    <EditForm
      words={EDIT_PLACE}
      noun="place"
      record={place}
      recordSchema={placeSchema}
      schema={FORM}
      labels={FIELD_LABELS}
      valuesOf={valuesOf}
      textOf={(name, values) => (name === "category" ? CATEGORY_NAMES[values.category] : values[name])}
      read={readValues}
      save={(values, updatedAt) => update.mutateAsync({ ...values, id: place.id, updatedAt })}
      onSaved={() => {
        toast({ title: PLACE_SAVED });
        void refresh();
      }}
      onRefused={() => void refresh()}
    >
      {(errors) => <PlaceFields values={valuesOf(place)} errors={errors} />}
    </EditForm>
  );
}

const EDIT_PLACE: FormWords = {
  title: "Edit place",
  submit: "Save changes",
  sending: "Saving...",
  missing: "Name, address, city and state are required",
  failed: "Failed to update the place",
};

const EDIT_PLACE_TEXT = "A halal tier is not entered here: it follows from the evidence.";

const PLACE_SAVED = "Place saved";
