import type { PlaceProvenance, Proposed } from "../../../../../modules/places/intake/schema.ts";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { formatDay } from "../../../../../shared/format.ts";
import { CATEGORIES, CATEGORY_NAMES } from "../../../../../shared/places/places.ts";
import { type ProvenanceField, SOURCE_TERMS } from "../../../../../shared/places/sources.ts";
import { Button } from "../../../../kit/controls/button.tsx";
import { FIELD_LABELS } from "../../../../kit/form/place-labels.ts";
import { useAct } from "../../../../kit/records/use-act.ts";
import { ADMINS } from "../../../../kit/staff/roles.ts";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { trpc } from "../../../../lib/api.tsx";
import { useRefreshPlace } from "../use-refresh-place.ts";

interface FieldWordsProps {
  readonly place: StaffPlaceDetail;
  /** Those that are shown in one line. */
  readonly fields: readonly ProvenanceField[];
}

/** Who said these fields and when, and what other sources say instead. */
export function FieldSources({ place, fields }: FieldWordsProps) {
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
