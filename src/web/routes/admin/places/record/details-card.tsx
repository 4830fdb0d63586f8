import { type ReactNode, useState } from "react";
import type { PlaceProvenance, Proposed } from "../../../../../modules/places/intake/schema.ts";
import {
  staffPlace as placeSchema,
  type StaffPlace,
  updateInput,
} from "../../../../../modules/places/schema.ts";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { formatDateTime, formatDay } from "../../../../../shared/format.ts";
import { CATEGORIES, CATEGORY_NAMES } from "../../../../../shared/places/places.ts";
import { type ProvenanceField, SOURCE_TERMS } from "../../../../../shared/places/sources.ts";
import { Button } from "../../../../kit/controls/button.tsx";
import { EditForm } from "../../../../kit/dialog/edit-form.tsx";
import { FormDialog, type FormWords } from "../../../../kit/dialog/form-dialog.tsx";
import { FIELD_LABELS } from "../../../../kit/form/place-labels.ts";
import { Badge } from "../../../../kit/page/badge.tsx";
import { ListCard } from "../../../../kit/page/card.tsx";
import { useAct } from "../../../../kit/records/use-act.ts";
import { ADMINS } from "../../../../kit/staff/roles.ts";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { WebsiteLink } from "../../../../kit/text/address-links.tsx";
import { type Fact, Facts } from "../../../../kit/text/facts.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { toast } from "../../../../lib/toast.ts";
import { SYNC_NAMES, SYNC_TONES } from "../labels.ts";
import { useRefreshPlace } from "../use-refresh-place.ts";
import { PlaceFields, readValues, valuesOf } from "./place-fields.tsx";

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

interface FieldWordsProps {
  readonly place: StaffPlaceDetail;
  /** Those that are shown in one line. */
  readonly fields: readonly ProvenanceField[];
}

/** Who said these fields and when, and what other sources say instead. */
function FieldSources({ place, fields }: FieldWordsProps) {
  const proposals = placeProposals(place.proposed).filter(({ field }) => fields.includes(field));
  return (
    <>
      <span className="table-sub">{sourcesText(place.sources, fields)}</span>
      {proposals.map((proposal) => (
        <Proposal key={`${proposal.field} ${proposal.text}`} place={place} proposal={proposal} />
      ))}
    </>
  );
}

type Word = PlaceProvenance["sources"][string];

const ORIGINS: Readonly<Record<Exclude<Word["by"], "file">, string>> = {
  owner: "The owner",
  staff: "Our team",
  issuer: "The issuer",
  report: "A visitor",
};

const sayerOf = ({ by, source, release }: Omit<Word, "at">): string => {
  if (by !== "file") return ORIGINS[by];
  const name = source ? SOURCE_TERMS[source].name : "An imported list";
  return release ? `${name} (${release})` : name;
};

const wordText = (word: Word): string => `${sayerOf(word)}, ${formatDay(new Date(word.at))}`;

/** One text for fields that were said together; else the fields of each. */
function sourcesText(sources: PlaceProvenance["sources"], fields: readonly ProvenanceField[]): string {
  const said = fields.flatMap((field) => {
    const word = sources[field];
    return word ? [{ field, text: wordText(word) }] : [];
  });
  const groups = Map.groupBy(said, ({ text }) => text);
  if (groups.size < 2) return [...groups.keys()].join("");
  return [...groups]
    .map(([text, all]) => `${all.map(({ field }) => FIELD_LABELS[field]).join(", ")}: ${text}`)
    .join(" · ");
}

interface ShownProposal extends Omit<Proposed, "value"> {
  readonly label: string;
  readonly text: string;
  /** What an edit sends. */
  readonly values: Readonly<Partial<Record<ProvenanceField, string | number>>>;
}

/** A position is proposed as a whole. */
function placeProposals(proposed: StaffPlaceDetail["proposed"]): ShownProposal[] {
  return proposed.flatMap(({ value, ...rest }): ShownProposal[] => {
    if (rest.field === "longitude") return [];
    if (rest.field !== "latitude") {
      const label = FIELD_LABELS[rest.field];
      return [{ ...rest, label, text: shownValue(rest.field, value), values: { [rest.field]: value } }];
    }
    const other = proposed.find(
      ({ field, source, release }) =>
        field === "longitude" && source === rest.source && release === rest.release,
    );
    if (!other) return [];
    const values = { latitude: value, longitude: other.value };
    return [{ ...rest, label: "Coordinates", text: `${value}, ${other.value}`, values }];
  });
}

function shownValue(field: ProvenanceField, value: string | number): string {
  const category = field === "category" ? CATEGORIES.find((each) => each === value) : undefined;
  return category ? CATEGORY_NAMES[category] : String(value);
}

interface ProposalProps {
  readonly place: StaffPlaceDetail;
  readonly proposal: ShownProposal;
}

function Proposal({ place, proposal }: ProposalProps) {
  const { role } = useStaff();
  const { label, text, values } = proposal;
  const save = useSave(place);
  const ours = Object.fromEntries(
    Object.keys(values).map((field) => [field, place[field as ProvenanceField]]),
  );
  return (
    <div className="place-record-proposal">
      <p>
        <bdi>{text}</bdi>
        <span className="table-sub">{wordText(proposal)}</span>
      </p>
      {ADMINS.includes(role) && (
        <div className="place-record-links">
          <Button
            className="button-tiny"
            aria-label={`Use this: ${label} ${text}`}
            onClick={() => save({ values, done: `${label} changed`, before: ours })}
          >
            Use this
          </Button>
          <Button
            look="quiet"
            className="button-tiny"
            aria-label={`Keep ours: ${label}`}
            onClick={() => save({ values: ours, done: `${label} kept` })}
          >
            Keep ours
          </Button>
        </div>
      )}
    </div>
  );
}

type Values = Readonly<Partial<Record<ProvenanceField, unknown>>>;

interface Saved {
  readonly values: Values;
  readonly done: string;
  /** What an undo gives the fields again. */
  readonly before?: Values;
}

/** Saves fields of a place as an edit. */
function useSave({ id, updatedAt }: StaffPlaceDetail) {
  const refresh = useRefreshPlace();
  const act = useAct(refresh);
  const update = trpc.admin.pois.update.useMutation();
  const edit = (values: Values, read?: Date) =>
    update.mutateAsync({ id, ...(values as object), ...(read && { updatedAt: read }) });
  return ({ values, done, before }: Saved) => {
    const undo = () =>
      void act(`undo ${id}`, {
        send: () => edit(before ?? {}),
        done: { title: "Changed back" },
        failed: "The change was not undone",
      });
    return void act(id, {
      send: () => edit(values, updatedAt),
      done: { title: done, ...(before && { onUndo: undo }) },
      failed: "The place was not saved",
    });
  };
}
