import { Link } from "@tanstack/react-router";
import { useState } from "react";
import {
  type Inquiry,
  type InquiryDetail,
  inquiry as inquirySchema,
  type PlaceOfInquiry,
  STAGES,
} from "../../../modules/inquiries/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { toast, toastError } from "../../lib/toast.ts";
import { Button } from "../controls/button.tsx";
import { currentOf, EditConflict } from "../dialog/edit-form.tsx";
import { FormDialog } from "../dialog/form-dialog.tsx";
import { SelectField } from "../form/field.tsx";
import { Loaded } from "../page/states.tsx";
import { useInquiryStaff } from "../records/list-toolbar.tsx";
import { STAGE_NAMES } from "../records/lists.ts";
import type { Refresh } from "../records/use-act.ts";
import { AssigneeField } from "../staff/assignee-field.tsx";

/** Reloads everything that shows inquiries. */
export const refreshInquiries: Refresh = ({ admin }) =>
  Promise.all([
    admin.partnerships.invalidate(),
    admin.dashboard.summary.invalidate(),
    admin.reviews.waiting.invalidate(),
  ]);

interface Change {
  readonly stage?: (typeof STAGES)[number];
  readonly assigneeId?: string | null;
  readonly placeId?: string | null;
}

interface Conflict {
  readonly theirs: Inquiry;
  readonly mine: Change;
}

/** Saves one change of an inquiry at once. If someone else has changed it since, nothing is saved, and both are known. */
function useProgress({ id, updatedAt: readAt }: InquiryDetail) {
  const save = trpc.admin.partnerships.progress.useMutation();
  const utils = trpc.useUtils();
  const { admin } = utils;
  const [conflict, setConflict] = useState<Conflict | null>(null);

  async function send(change: Change, updatedAt: Date): Promise<void> {
    try {
      const after = await save.mutateAsync({ id, ...change, updatedAt });
      // the next change is one of this version
      admin.partnerships.get.setData({ id }, (before) => before && { ...before, ...after });
    } catch (error) {
      const theirs = currentOf(error, inquirySchema);
      if (theirs) setConflict({ theirs, mine: change });
      throw error;
    } finally {
      void refreshInquiries(utils);
    }
  }

  return {
    conflict,
    endConflict: () => setConflict(null),
    sendMine: ({ theirs, mine }: Conflict) => send(mine, theirs.updatedAt),
    saving: save.isPending,
    change: (change: Change) =>
      send(change, readAt).then(
        () => toast({ title: "Inquiry saved" }),
        (error: unknown) => toastError(FAILED, error),
      ),
  } as const;
}

interface ProgressConflictProps {
  readonly progress: ReturnType<typeof useProgress>;
  /** The name of a staff account or a place. */
  readonly nameOf: (id: string) => string;
}

/** Shows a change that came too late next to what the inquiry is now. */
function ProgressConflict({ progress, nameOf }: ProgressConflictProps) {
  const { conflict, endConflict, sendMine } = progress;
  return (
    <FormDialog open={conflict !== null} onClose={endConflict} title="Two changes at once">
      {conflict && (
        <EditConflict
          noun="inquiry"
          versions={FIELDS.filter((field) => conflict.mine[field] !== undefined).map((field) => ({
            label: LABELS[field],
            theirs: textOf(field, conflict.theirs, nameOf),
            mine: textOf(field, conflict.mine, nameOf),
          }))}
          sending="Saving..."
          onSendMine={() => sendMine(conflict)}
          onSent={() => toast({ title: "Inquiry saved" })}
          onFailed={(error) => toastError(FAILED, error)}
        />
      )}
    </FormDialog>
  );
}

const FAILED = "Failed to update partnership";
const LABELS = { stage: "Stage", assigneeId: "Assignee", placeId: "Our place" } as const;
const FIELDS = ["stage", "assigneeId", "placeId"] as const;

function textOf(field: (typeof FIELDS)[number], of: Change, nameOf: (id: string) => string): string {
  if (field === "stage") return of.stage ? STAGE_NAMES[of.stage] : "";
  const id = of[field];
  return id ? nameOf(id) : "";
}

/** How far an inquiry is, and to whom it is assigned; each is saved as soon as it is chosen. */
export function ProgressPart({ inquiry }: { readonly inquiry: InquiryDetail }) {
  const { stage, assigneeId, assigneeName } = inquiry;
  const progress = useProgress(inquiry);
  const staff = useInquiryStaff();
  const nameOf = (id: string) =>
    staff.find((each) => each.id === id)?.username ?? (id === assigneeId ? assigneeName : null) ?? id;
  return (
    <div className="inquiry-panel-pair">
      <SelectField
        label="Stage"
        name="stage"
        value={stage}
        error={undefined}
        aria-disabled={progress.saving}
        onChange={({ currentTarget: { value } }) => {
          const next = STAGES.find((each) => each === value);
          if (next) void progress.change({ stage: next });
        }}
      >
        {STAGES.map((each) => (
          <option key={each} value={each}>
            {STAGE_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <AssigneeField
        assignee={assigneeId === null ? null : { id: assigneeId, name: nameOf(assigneeId) }}
        staff={staff.map(({ id, username }) => ({ id, name: username }))}
        saving={progress.saving}
        onAssign={(id) => void progress.change({ assigneeId: id })}
      />
      <ProgressConflict progress={progress} nameOf={nameOf} />
    </div>
  );
}

/** The place of the directory that an inquiry is about, or the likeliest ones to choose from. */
export function PlacePart({ inquiry }: { readonly inquiry: InquiryDetail }) {
  const { id, place, placeId } = inquiry;
  const progress = useProgress(inquiry);
  const likely = trpc.admin.partnerships.places.useQuery({ id }, { enabled: placeId === null });
  const known = place ? [place] : (likely.data ?? []);
  return (
    <section className="inquiry-panel-part">
      <h3>Is this one of our places?</h3>
      {placeId === null ? (
        <Loaded query={likely} failed="The places could not be loaded" rows={2}>
          {(places) =>
            places.length === 0 ? (
              <p className="soft">No place has a name like this.</p>
            ) : (
              <Choices
                places={places}
                action="Yes, this one"
                onChoose={(chosen) => void progress.change({ placeId: chosen })}
              />
            )
          }
        </Loaded>
      ) : (
        <Choices
          places={place ? [place] : []}
          action="Unlink"
          onChoose={() => void progress.change({ placeId: null })}
        />
      )}
      <ProgressConflict
        progress={progress}
        nameOf={(of) => known.find((each) => each.id === of)?.name ?? "another place"}
      />
    </section>
  );
}

interface ChoicesProps {
  readonly places: readonly PlaceOfInquiry[];
  readonly action: string;
  readonly onChoose: (id: string) => void;
}

const Choices = ({ places, action, onChoose }: ChoicesProps) => (
  <ul className="inquiry-panel-places">
    {places.map(({ id, name, address, city, state }) => (
      <li key={id}>
        <span>
          <Link to="/admin/places" search={{ place: id }}>
            <bdi>{name}</bdi>
          </Link>
          <span className="table-sub">
            <bdi>{[address, city, state].filter(Boolean).join(", ")}</bdi>
          </span>
        </span>
        <Button
          look="quiet"
          className="button-tiny"
          aria-label={`${action}: ${name}`}
          onClick={() => onChoose(id)}
        >
          {action}
        </Button>
      </li>
    ))}
  </ul>
);
