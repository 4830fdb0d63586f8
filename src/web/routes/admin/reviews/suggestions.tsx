import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { z } from "zod";
import {
  decideInput,
  type staffSuggestion,
  type suggestionCase,
} from "../../../../modules/directory/suggestions/schema.ts";
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
import { useListSearchParams } from "../../../lib/list.ts";
import { toast, toastError } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { CASE, CaseHead, CaseSection, PlaceLine, Places, SearchLinks } from "./case/case.tsx";
import { ReviewForm, UndoDecision, UnsentNote, useCaseDraft, useUndo } from "./case/decision.tsx";
import { REVIEWS } from "./desk.tsx";
import { inputOf, OwnershipScreen } from "./ownership.tsx";
import type { DecideActions } from "./ownership-decision.tsx";
import { placeText } from "./queue-rows.ts";
import { type ReviewSearchParams, reviewSearchParams } from "./search-params.ts";

const SUGGESTIONS = {
  kind: "Suggestion",
  list: "Suggestions of missing places",
  pages: "Pages of suggestions",
  failed: "The suggestions could not be loaded",
  none: "No suggestion is waiting",
  noneText: "When a visitor misses a place, it appears here.",
  choose: "Choose a suggestion",
  chooseText: "Look the place up, then add it, or say that it is listed already.",
  pane: "Suggestion",
} as const;

/** A row as the list of cases shows it. */
const caseOf = ({ name, poiName: _, ...row }: z.output<typeof staffSuggestion>) => ({
  ...row,
  poiName: name,
  partnerId: null,
  partnerName: placeText(row.address, row.city, row.state) || "No address",
  reason: null,
});

/** Visitors suggest places that are missing. */
export function SuggestionsTab() {
  const listState = useListSearchParams<ReviewSearchParams>(reviewSearchParams);
  const { search } = listState;
  const cases = trpc.admin.reviews.suggestions.list.useQuery(inputOf(search), {
    placeholderData: keepPreviousData,
    select: ({ items, ...page }) => ({ ...page, items: items.map(caseOf) }),
  });
  const id = search.case?.startsWith("suggestion:") ? search.case.slice("suggestion:".length) : undefined;
  const alone = trpc.admin.reviews.suggestions.get.useQuery({ id: id ?? "" }, { enabled: id !== undefined });
  const found = cases.data?.items.find((item) => item.id === id) ?? (alone.data && caseOf(alone.data));
  return (
    <OwnershipScreen
      kind="suggestion"
      words={SUGGESTIONS}
      cases={cases}
      found={found}
      listState={listState}
      factOf={({ reference, wantsOutcome }) =>
        wantsOutcome ? `${reference} · The visitor waits for the outcome` : reference
      }
      waitingOf={() => undefined}
    >
      {(_, actions) => (
        <Loaded query={alone} failed="The suggestion could not be loaded" rows={8}>
          {(shown) => <SuggestionCase key={shown.status} shown={shown} {...actions} />}
        </Loaded>
      )}
    </OwnershipScreen>
  );
}

type Shown = z.output<typeof suggestionCase>;

interface CaseProps extends DecideActions {
  readonly shown: Shown;
}

/** What a visitor suggests, the listed places that it may be, and the decision. */
function SuggestionCase({ shown, ...actions }: CaseProps) {
  const { name, address, city, state, url, why, wantsOutcome, duplicates, reference } = shown;
  return (
    <>
      <CaseHead {...shown} kind={SUGGESTIONS.kind} of="suggestion" />
      <div className="case-body">
        <div className="case-parts">
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
          <CaseSection title="Possible duplicates in the directory">
            {duplicates.length === 0 ? (
              <p className="soft">There is nothing similar in the directory.</p>
            ) : (
              <Places places={duplicates} />
            )}
          </CaseSection>
        </div>
      </div>
      <DecidePart shown={shown} {...actions} />
    </>
  );
}

/** The two decisions, the form of one of them, or the outcome. */
function DecidePart({ shown, decision, onDecide, onSettled }: CaseProps) {
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
    <div className="decision-bar">
      <Button onClick={() => onDecide("approved")} aria-keyshortcuts="a">
        Add the place
      </Button>
      <Button look="danger" onClick={() => onDecide("rejected")} aria-keyshortcuts="r">
        Do not add it
      </Button>
    </div>
  );
}

function Outcome({ shown }: Pick<CaseProps, "shown">) {
  const { id, name, status, poiId, poiName, notes, reviewedAt, reviewedBy, undoUntil, updatedAt } = shown;
  const when = reviewedAt ? formatDateTime(reviewedAt) : "";
  return (
    <>
      <CaseSection title={CASE.decidedBy(REVIEWS.status[status], reviewedBy ?? "", when)}>
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
      look={isNew ? "primary" : "danger"}
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
