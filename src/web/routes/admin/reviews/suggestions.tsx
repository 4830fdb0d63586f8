import { useRef, useState } from "react";
import type { z } from "zod";
import { decideInput, type suggestionCase } from "../../../../modules/directory/suggestions/schema.ts";
import { formatDateTime, isolated } from "../../../../shared/format.ts";
import { CATEGORIES } from "../../../../shared/places/places.ts";
import { PLACE_REGIONS } from "../../../../shared/places/regions.ts";
import type { Decision } from "../../../../shared/reviews/reviews.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Field, SelectField, TextAreaField } from "../../../kit/form/field.tsx";
import { RegionField } from "../../../kit/form/region-field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { WebsiteLink } from "../../../kit/text/address-links.tsx";
import { Facts } from "../../../kit/text/facts.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useStoredText } from "../../../lib/drafts.ts";
import { refusalOf } from "../../../lib/errors.ts";
import { textOf } from "../../../lib/form.ts";
import { toast, toastError } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { Agreement } from "./case/agreement.tsx";
import {
  CASE,
  type CaseActions,
  CaseSection,
  PlaceLine,
  Places,
  placeText,
  SearchLinks,
} from "./case/case.tsx";
import {
  DecisionFoot,
  ReviewForm,
  UndoDecision,
  UnsentNote,
  useCaseDraft,
  useUndo,
} from "./case/decision.tsx";
import { CaseFrame, CaseHead, Due } from "./case/frame.tsx";
import { placeRows } from "./claims.tsx";

type Shown = z.output<typeof suggestionCase>;

interface CaseProps extends CaseActions {
  readonly shown: Shown;
}

/** A place that a visitor misses. */
export function SuggestionCase({ id, ...actions }: CaseActions & { readonly id: string }) {
  const found = trpc.admin.reviews.suggestions.get.useQuery({ id });
  return (
    <Loaded query={found} failed="The suggestion could not be loaded" rows={8}>
      {(shown) => <ShownSuggestion key={shown.status} shown={shown} {...actions} />}
    </Loaded>
  );
}

/** What a visitor suggests, the listed places that it may be, and the decision. */
function ShownSuggestion({ shown, ...actions }: CaseProps) {
  const { duplicates } = shown;
  const isPending = shown.status === "pending";
  const [likeliest] = duplicates;
  return (
    <CaseFrame
      head={
        <CaseHead {...shown} kind="suggestion" sentAt={shown.submittedAt}>
          {isPending && <Due {...shown} />}
        </CaseHead>
      }
      sent={<Suggested shown={shown} />}
      facts={
        isPending && actions.decision ? null : (
          <>
            {likeliest && isPending && (
              <CaseSection title="Next to the likeliest duplicate">
                <Agreement rows={placeRows(shown, likeliest)} />
              </CaseSection>
            )}
            <CaseSection title="Possible duplicates in the directory">
              {duplicates.length === 0 ? (
                <p className="soft">There is nothing similar in the directory.</p>
              ) : (
                <Places places={duplicates} />
              )}
            </CaseSection>
          </>
        )
      }
    >
      <DecidePart shown={shown} {...actions} />
    </CaseFrame>
  );
}

/** What a visitor wrote. */
function Suggested({ shown }: Pick<CaseProps, "shown">) {
  const { name, address, city, state, url, why, wantsOutcome, reference } = shown;
  return (
    <>
      <CaseSection title="The suggested place">
        <p className="case-name">
          <bdi>{name}</bdi>
        </p>
        <Facts
          facts={[
            ["Address", placeText(address, city, state)],
            ["Link", url && <WebsiteLink address={url} />],
            ["Reference", reference],
          ]}
        />
        <SearchLinks place={{ name, address, city, state, zipCode: "" }} />
      </CaseSection>
      <CaseSection title="What the visitor wrote">
        <p className={why === "" ? "soft" : "case-text"} dir="auto">
          {why || "No reason came with it."}
        </p>
        {wantsOutcome && (
          <p className="soft">The visitor left an address and gets an email about the outcome.</p>
        )}
      </CaseSection>
    </>
  );
}

/** The two decisions, the form of one of them, or the outcome. */
function DecidePart({ shown, decision: asked, onDecide, onSettled }: CaseProps) {
  const decision = asked === "more" ? null : asked; // of claims alone
  const { note } = useCaseDraft(shown.id);
  if (shown.status !== "pending")
    return (
      <div className="case-outcome">
        <Outcome shown={shown} />
        {note.current.trim() !== "" && <UnsentNote note={note.current} onNext={onSettled} />}
      </div>
    );
  if (decision)
    return (
      <DecideForm
        key={decision}
        shown={shown}
        decision={decision}
        onCancel={() => onDecide(null)}
        onSettled={onSettled}
      />
    );
  return (
    <DecisionFoot>
      <Button onClick={() => onDecide("approved")} aria-keyshortcuts="a">
        Add the place
      </Button>
      <Button look="quiet" onClick={() => onDecide("rejected")} aria-keyshortcuts="r">
        Do not add it
      </Button>
    </DecisionFoot>
  );
}

function Outcome({ shown }: Pick<CaseProps, "shown">) {
  const { id, name, status, poiId, poiName, notes, reviewedAt, reviewedBy, undoUntil, updatedAt } = shown;
  const when = reviewedAt ? formatDateTime(reviewedAt) : "";
  return (
    <>
      <CaseSection title={CASE.decidedBy(CASE.status[status], reviewedBy ?? "", when)}>
        {status === "rejected" && poiId !== null && <p>It is listed already:</p>}
        {(poiId !== null || status === "approved") && <PlaceLine id={poiId} name={poiName ?? name} />}
        {notes && (
          <p className="case-text" dir="auto">
            {notes}
          </p>
        )}
      </CaseSection>
      {undoUntil && (
        <UndoDecision
          {...{ kind: "suggestion", id, placeName: name, until: undoUntil, updatedAt }}
          act="Undo the decision"
        />
      )}
    </>
  );
}

interface FormProps extends Pick<CaseProps, "shown" | "onSettled"> {
  readonly decision: Decision;
  readonly onCancel: () => void;
}

/** A decision with what it needs: the fields of the new place, or which listed place it is. */
function DecideForm({ shown, decision, onCancel, onSettled }: FormProps) {
  const draft = useCaseDraft(shown.id).note;
  const notes = useStoredText(draft);
  const { fields, sending, refusal, onSubmit } = useDecide({ shown, decision, onSettled });
  const isNew = decision === "approved";
  return (
    <ReviewForm
      title={isNew ? "Add this place" : "Do not add this place"}
      focusOn={isNew ? "input" : "select, textarea"}
      cancel={{ label: "Cancel", onCancel }}
      submit={sending ? "Saving..." : isNew ? "Add this place" : "Close the suggestion"}
      sending={sending}
      onSubmit={onSubmit}
    >
      {refusal && <Alert>{refusal}</Alert>}
      {isNew ? <NewPlace shown={shown} fields={fields} /> : <ListedPlace shown={shown} fields={fields} />}
      <TextAreaField
        label="Note for our team"
        name="notes"
        rows={2}
        placeholder="Optional. The visitor does not see it."
        error={fields.notes}
        {...notes}
      />
    </ReviewForm>
  );
}

interface PartProps extends Pick<CaseProps, "shown"> {
  readonly fields: Readonly<Record<string, string>>;
}

function NewPlace({ shown, fields }: PartProps) {
  const field = (name: "name" | "address" | "city" | "state") => ({
    ...{ name, defaultValue: shown[name], error: fields[name] },
  });
  return (
    <>
      <p className="soft">It is listed without an owner and without a halal tier.</p>
      <div className="field-pairs">
        <Field label="Name" {...field("name")} dir="auto" />
        <Field label="Address" {...field("address")} dir="auto" />
        <Field label="City" {...field("city")} />
        <RegionField label="State" regions={PLACE_REGIONS} {...field("state")} />
        <Field label="ZIP code" name="zipCode" error={fields.zipCode} />
        <SelectField label="Category" name="category" defaultValue={shown.category} error={fields.category}>
          {CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {CASE.categories[category]}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  );
}

function ListedPlace({ shown: { duplicates }, fields }: PartProps) {
  if (duplicates.length === 0) return null;
  return (
    <SelectField label="Is it listed already?" name="poiId" defaultValue="" error={fields.poiId}>
      <option value="">No</option>
      {duplicates.map(({ id, name, address, city }) => (
        <option key={id} value={id}>
          {placeText(name, address, city)}
        </option>
      ))}
    </SelectField>
  );
}

/** Sends a decision once. A refusal stays on the screen with what was typed. */
function useDecide({ shown, decision, onSettled }: Omit<FormProps, "onCancel">) {
  const { id, name, updatedAt } = shown;
  const send = trpc.admin.reviews.suggestions.decide.useMutation();
  const utils = trpc.useUtils();
  const undo = useUndo({ kind: "suggestion", id, placeName: name });
  const draft = useCaseDraft(id).note;
  const version = useRef<Date>(undefined);
  const [refusal, setRefusal] = useState<string | null>(null);
  const read = (data: FormData) => {
    const poiId = textOf(data, "poiId");
    return {
      ...{ id, updatedAt, notes: textOf(data, "notes"), poiId },
      decision: decision === "rejected" && poiId !== "" ? "duplicate" : decision,
      ...{ name: textOf(data, "name"), address: textOf(data, "address"), city: textOf(data, "city") },
      ...{ state: textOf(data, "state"), zipCode: textOf(data, "zipCode") },
      category: CATEGORIES.find((category) => category === data.get("category")),
    };
  };
  const form = useSubmit({
    schema: decideInput,
    missing: "Look at the marked fields",
    read,
    send: async (input) => {
      const decided = await send.mutateAsync(input);
      utils.admin.reviews.suggestions.get.setData({ id }, decided); // an undo opens it again
      version.current = decided.updatedAt;
      draft.current = "";
    },
    onDone: async () => {
      await onSettled(); // first, so that an undo finds the next case open and not about to open
      const { current: decidedAt } = version;
      toast({
        title: decision === "approved" ? "Place added" : "Suggestion closed",
        description: isolated(name),
        ...(decidedAt && { onUndo: () => void undo(decidedAt) }),
      });
      await utils.admin.reviews.invalidate();
    },
    onFailed: (_, error) => {
      const refused = refusalOf(error);
      setRefusal(refused?.sentence ?? null);
      if (refused)
        void utils.admin.reviews.suggestions.invalidate(); // someone else may have decided it
      else toastError("The decision was not saved", error);
    },
  });
  return { ...form, refusal } as const;
}
