import { useNavigate, useSearch } from "@tanstack/react-router";
import { useId } from "react";
import type { FailureDetail } from "../../../../modules/sync/decisions/schema.ts";
import { number } from "../../../../shared/format.ts";
import { CATEGORY_NAMES, TIER_NAMES } from "../../../../shared/places/places.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toast, toastError } from "../../../lib/toast.ts";
import { useOnce } from "../../../lib/use-busy.ts";

interface DecisionDialogProps {
  readonly id: string;
  /** Gets the focus after a decision, which takes the place off the list. */
  readonly focusAfter: () => HTMLElement | null;
}

/** A place that failed, next to the rows of the main database that it may be, and the decision on it. */
export function DecisionDialog({ id, focusAfter }: DecisionDialogProps) {
  const { close } = useFailure();
  const found = trpc.sync.failure.useQuery({ id }, { staleTime: 0, gcTime: 0 });
  const { decide, takeBack, busy } = useDecide({ onDone: close, onRefused: () => void found.refetch() });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="large"
      title={found.data?.name ?? "Place that failed"}
      description={found.data?.message ?? ""}
      focusAfter={focusAfter}
    >
      <Loaded query={found} failed="The place could not be compared" rows={4}>
        {(place) =>
          place.decision ? (
            <Decided place={place} busy={busy} onTakeBack={() => void takeBack(place.id)} />
          ) : place.state === "error" ? (
            <Choices place={place} busy={busy} decide={decide} />
          ) : (
            <p>This place is not among those that failed anymore.</p>
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface DecidedProps {
  readonly place: FailureDetail;
  readonly busy: boolean;
  readonly onTakeBack: () => void;
}

function Decided({ place: { decision, state }, busy, onTakeBack }: DecidedProps) {
  if (!decision) return null;
  return (
    <div className="sync-decide">
      <p>
        {decidedText(decision)} {STATES[state]}
      </p>
      {state !== "synced" && (
        <div className="dialog-actions">
          <Button look="quiet" aria-disabled={busy} onClick={() => busy || onTakeBack()}>
            Take back
          </Button>
        </div>
      )}
    </div>
  );
}

function decidedText({ choice, mainName, decidedBy }: NonNullable<FailureDetail["decision"]>): string {
  if (choice === "link") return `${decidedBy} decided to link this place to ${mainName ?? "a row"}.`;
  return choice === "insert"
    ? `${decidedBy} decided on a new row for this place.`
    : `${decidedBy} decided to leave this place until it changes.`;
}

const STATES = {
  pending: "The next run follows that.",
  synced: "A run has followed that. To change it, undo that run first.",
  error: "It is not being sent.",
} as const;

interface ChoicesProps {
  readonly place: FailureDetail;
  readonly busy: boolean;
  readonly decide: Decide;
}

function Choices({ place, busy, decide }: ChoicesProps) {
  const choose = (wish: Parameters<Decide>[1]) => !busy && void decide(place, wish);
  const { candidates } = place;
  return (
    <div className="sync-decide">
      <div className="sync-decide-head">
        <h3>
          {candidates.length === 0
            ? "No row of the main database looks like this place"
            : candidates.length === 1
              ? "This row of the main database may be the place"
              : `${candidates.length} rows of the main database may be the place, the likeliest first`}
        </h3>
      </div>
      {candidates.map((candidate) => (
        <Candidate
          key={candidate.id}
          ours={place.ours}
          candidate={candidate}
          busy={busy}
          onTake={() => choose({ decision: "link", mainId: candidate.id })}
        />
      ))}
      <div className="sync-decide-others">
        <Button look="quiet" aria-disabled={busy} onClick={() => choose({ decision: "insert" })}>
          Make a new one
        </Button>
        <p className="soft">The next run adds a row of its own for this place.</p>
        <Button look="quiet" aria-disabled={busy} onClick={() => choose({ decision: "leave" })}>
          Leave it
        </Button>
        <p className="soft">No run sends this place until it changes.</p>
      </div>
    </div>
  );
}

type Row = FailureDetail["candidates"][number];

interface CandidateProps {
  readonly ours: FailureDetail["ours"];
  readonly candidate: Row;
  readonly busy: boolean;
  readonly onTake: () => void;
}

/** A row of the main database next to our place. A row of another place cannot be taken. */
function Candidate({ ours, candidate, busy, onTake }: CandidateProps) {
  const headingId = useId();
  const { id, name, theirs, linkedTo } = candidate;
  const fields = Object.keys(theirs)
    .map((column) => ({ name: column, ours: ours[column] ?? null, theirs: theirs[column] ?? null }))
    .filter((field) => field.ours || field.theirs);
  return (
    <section className="sync-decide-candidate" aria-labelledby={headingId}>
      <div className="sync-decide-head">
        <h4 id={headingId}>
          <bdi>{name}</bdi> <span className="table-sub">{id}</span>
        </h4>
        {factsOf(candidate).map((fact) => (
          <Badge key={fact}>{fact}</Badge>
        ))}
      </div>
      <CompareTable caption={`Our place and ${name} in the main database`} fields={fields} />
      {linkedTo ? (
        <p className="soft">{`This row is linked to ${linkedTo.name ?? "a place that is not here"} and cannot be taken.`}</p>
      ) : (
        <Button className="button-tiny" aria-disabled={busy} aria-describedby={headingId} onClick={onTake}>
          Take this one
        </Button>
      )}
    </section>
  );
}

const factsOf = ({ isLinked, hasPlaceId, meters }: Row): readonly string[] => [
  ...(isLinked ? ["Linked now"] : []),
  ...(hasPlaceId ? ["Same place id"] : []),
  ...(meters === null ? [] : [`${number.format(meters)} m away`]),
];

type Wish =
  | { readonly decision: "link"; readonly mainId: string }
  | { readonly decision: "insert" | "leave" };
type Decide = (place: Pick<FailureDetail, "id" | "name" | "version">, wish: Wish) => Promise<void>;

interface Ends {
  readonly onDone?: () => void;
  /** The place has changed since it was shown, so it is loaded again. */
  readonly onRefused?: () => void;
}

const OUTCOMES = {
  link: (name: string) => ({
    title: `${name} will be linked`,
    description: "The next run writes it to that row.",
  }),
  insert: (name: string) => ({ title: `${name} gets a new row`, description: "The next run adds the row." }),
  leave: (name: string) => ({ title: `${name} is left until it changes`, description: "No run sends it." }),
} as const;

/** Decides on a place that failed, with Undo, or takes the decision back. */
export function useDecide({ onDone, onRefused }: Ends = {}) {
  const deciding = trpc.sync.decide.useMutation();
  const takingBack = trpc.sync.takeBack.useMutation();
  const utils = trpc.useUtils();
  const once = useOnce();

  const doing = (id: string, failed: string, work: () => Promise<void>) =>
    once(id, async () => {
      try {
        await work();
        onDone?.();
      } catch (error) {
        toastError(failed, error);
        onRefused?.();
      } finally {
        await utils.sync.invalidate();
      }
    });

  const takeBack = (id: string): Promise<void> =>
    doing(id, "The decision could not be taken back", async () => {
      await takingBack.mutateAsync({ id });
      toast({ title: "The decision was taken back" });
    });

  const decide: Decide = ({ id, name, version }, wish) =>
    doing(id, "The decision could not be saved", async () => {
      await deciding.mutateAsync({ id, version, ...wish });
      toast({
        ...OUTCOMES[wish.decision](name),
        onUndo: () => void takeBack(id),
      });
    });

  return { decide, takeBack, busy: deciding.isPending || takingBack.isPending };
}

interface Field {
  readonly name: string;
  readonly ours: string | null;
  readonly theirs: string | null;
}

interface CompareTableProps {
  /** For screen readers: whose values these are. */
  readonly caption: string;
  readonly fields: readonly Field[];
}

/** Our values next to those of the main database. Values that differ are marked, by a word too. */
function CompareTable({ caption, fields }: CompareTableProps) {
  return (
    <table className="edit-conflict-versions sync-compare-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Ours</th>
          <th scope="col">Main database</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, ours, theirs }) => {
          const differs = (ours ?? "") !== (theirs ?? "");
          return (
            <tr key={name} data-differs={differs || undefined}>
              <th scope="row">{columnName(name)}</th>
              <Value text={inWords(name, ours)} />
              <Value text={inWords(name, theirs)} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Values that other screens show under these names. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  halal_verification_status: TIER_NAMES,
  category: CATEGORY_NAMES,
};

const inWords = (column: string, text: string | null): string | null => WORDS[column]?.[text ?? ""] ?? text;

const Value = ({ text }: { readonly text: string | null }) => (
  <td>{text === null || text === "" ? <span className="soft">empty</span> : <bdi>{text}</bdi>}</td>
);

/** The columns of the main database in words. */
const COLUMNS: Readonly<Record<string, string>> = {
  place_id: "Place id",
  name: "Name",
  address: "Address",
  city: "City",
  state: "State",
  zip_code: "ZIP",
  phone: "Phone",
  website: "Website",
  category: "Category",
  subcategory: "Subcategory",
  halal_certificate: "Certificate",
  halal_verification_status: "Halal status",
  owner_id: "Owner",
  tier_until: "Status until",
  evidence_digest: "Evidence",
  latitude: "Latitude",
  longitude: "Longitude",
};

const columnName = (name: string): string => COLUMNS[name] ?? name;

/** The id of the place that failed whose dialog the URL has open, and functions that open another one or close it. */
export function useFailure() {
  const navigate = useNavigate();
  const { failure } = useSearch({ strict: false });
  const go = (next: string | undefined, replace = false) =>
    void navigate({
      to: ".",
      search: (before) => ({ ...before, failure: next }),
      state: (before) => before,
      resetScroll: false,
      replace,
    });
  return { failure, show: (id: string) => go(id), close: () => go(undefined, true) } as const;
}
