import { useEffect, useRef, useState } from "react";
import { DUPLICATES, REQUEST } from "../../../copy/en/partner-places.ts";
import type { Place } from "../../../modules/places/schema.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { CATEGORIES, CATEGORY_NAMES } from "../../../shared/places/places.ts";
import { PLACE_REGIONS } from "../../../shared/places/regions.ts";
import { Button } from "../../kit/controls/button.tsx";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import { Field, SelectField } from "../../kit/form/field.tsx";
import { PhoneField } from "../../kit/form/formatted-field.tsx";
import { RegionField } from "../../kit/form/region-field.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { useDraft } from "../../lib/drafts.ts";
import { AskDialog } from "./claim/ask-dialog.tsx";
import { ClaimDialog } from "./claim/claim-dialog.tsx";
import { usePendingClaims } from "./own/own-data.ts";
import { type Claimable, claimable, PlaceDialog } from "./search/place-card.tsx";
import { type TabId, tabElement } from "./search-params.ts";
import { draftsOf, usePartner } from "./session.tsx";
import { type Duplicate, type DuplicateMatches, type InitialValues, useRequest } from "./use-request.ts";

export type OpenDialog =
  | { readonly what: "view"; readonly place: Place }
  | { readonly what: "claim"; readonly place: Claimable }
  | { readonly what: "ask"; readonly place: Claimable }
  | { readonly what: "request"; readonly given: InitialValues };

const FOCUS_RETURN = 160; // milliseconds; by then a closed dialog has returned the focus and cannot take it from the next one

/** The open dialog and its subject. One may lead to another: the focus then returns to the opener of the first. */
export function useDialogs() {
  const [doing, setDoing] = useState<OpenDialog | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  function start(next: OpenDialog): void {
    if (doing) {
      setDoing(null);
      setTimeout(() => setDoing(next), FOCUS_RETURN);
      return;
    }
    const active = document.activeElement;
    opener.current = active instanceof HTMLElement && active !== document.body ? active : null;
    setDoing(next);
  }
  const focusAfter = () => (opener.current?.isConnected ? opener.current : tabElement());
  /** Leads to another tab, which removes the element that opened the dialog. */
  const leadTo = (tab: TabId) => {
    opener.current = tabElement(tab);
  };
  /** A dialog that is replaced by another also reports that it closed, which must not close the other. */
  const close = (what: OpenDialog["what"]) => setDoing((now) => (now?.what === what ? null : now));
  return { doing, start, close, focusAfter, leadTo } as const;
}

interface DialogsProps extends ReturnType<typeof useDialogs> {
  readonly onShow: (tab: TabId) => void;
}

/** The dialogs of the portal. */
export function Dialogs({ doing, start, close, focusAfter, leadTo, onShow }: DialogsProps) {
  const show = (what: OpenDialog["what"], tab: TabId) => {
    leadTo(tab);
    close(what);
    onShow(tab);
  };
  return (
    <>
      <PlaceDialog
        place={doing?.what === "view" ? doing.place : null}
        onClaim={(place) => start({ what: "claim", place: claimable(place) })}
        onAsk={(place) => start({ what: "ask", place: claimable(place) })}
        onClose={() => close("view")}
        focusAfter={focusAfter}
      />
      <ClaimDialog
        place={doing?.what === "claim" ? doing.place : null}
        onClose={() => close("claim")}
        onShowClaims={() => show("claim", "claims")}
        focusAfter={focusAfter}
      />
      <AskDialog
        place={doing?.what === "ask" ? doing.place : null}
        onSent={() => show("ask", "search")}
        onClose={() => close("ask")}
        focusAfter={focusAfter}
      />
      <RequestDialog
        given={doing?.what === "request" ? doing.given : null}
        onClaim={(place) => start({ what: "claim", place })}
        onClose={() => close("request")}
        onShowRequests={() => show("request", "requests")}
        focusAfter={focusAfter}
      />
    </>
  );
}

interface RequestDialogProps {
  /** Null while the dialog is closed. */
  readonly given: InitialValues | null;
  readonly onClaim: (place: Claimable) => void;
  readonly onClose: () => void;
  readonly onShowRequests: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** Requests a place that is not in the directory. Input is kept while the dialog is closed. */
function RequestDialog({ given, onClaim, onClose, onShowRequests, focusAfter }: RequestDialogProps) {
  const last = useRef(given);
  if (given) last.current = given;
  function sent(): void {
    last.current = null;
    onShowRequests();
  }
  return (
    <Dialog
      keepsText
      open={given !== null}
      onOpenChange={(open) => !open && onClose()}
      title={REQUEST.title}
      description={REQUEST.text}
      focusAfter={focusAfter}
    >
      {last.current && (
        <RequestForm
          key={JSON.stringify(last.current)}
          given={last.current}
          onClaim={onClaim}
          onSent={sent}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface RequestFormProps {
  readonly given: InitialValues;
  readonly onClaim: (place: Claimable) => void;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

function RequestForm({ given, onClaim, onSent, onClose }: RequestFormProps) {
  const draft = useDraft(`${draftsOf(usePartner())}request`);
  const { found, similar, sending, fields, onSubmit, onChange, sendAnyway } = useRequest(() => {
    draft.clear();
    onSent();
  });
  const hasDuplicates = found !== null && !found.same;
  const action = hasDuplicates ? DUPLICATES.anyway : REQUEST.submit;
  return (
    <form
      {...draft.form}
      className="dialog-form"
      aria-label={REQUEST.title}
      noValidate
      onSubmit={onSubmit}
      onChange={onChange}
    >
      <RequestFields given={given} errors={fields} />
      <div aria-live="polite">
        {!found && similar.length > 0 && (
          <Duplicates found={{ same: false, places: similar }} whileTyping onClaim={onClaim} />
        )}
      </div>
      {found && <Duplicates found={found} onClaim={onClaim} />}
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {REQUEST.cancel}
        </Button>
        <Button type="submit" disabled={sending} onClick={hasDuplicates ? sendAnyway : undefined}>
          {sending ? REQUEST.sending : action}
        </Button>
      </div>
    </form>
  );
}

interface DuplicatesProps {
  readonly found: DuplicateMatches;
  /** Leaves the focus where it is. */
  readonly whileTyping?: true;
  readonly onClaim: (place: Claimable) => void;
}

/** Possible duplicates of the requested place, shown before the request is sent. */
function Duplicates({ found: { same, places }, whileTyping, onClaim }: DuplicatesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result is announced
  useEffect(() => {
    if (!whileTyping) heading.current?.focus();
  }, [places]);
  const title = places.length === 1 ? DUPLICATES.one : DUPLICATES.many;
  return (
    <section className="duplicates" aria-label={same ? DUPLICATES.same : title}>
      <h3 ref={heading} tabIndex={-1}>
        {same ? DUPLICATES.same : title}
      </h3>
      <p className="soft">{same ? DUPLICATES.sameText : whileTyping ? DUPLICATES.typing : DUPLICATES.text}</p>
      <ul>
        {places.map((place) => (
          <li key={place.id}>
            <p>
              <strong>
                <bdi>{place.name}</bdi>
              </strong>
              <span>
                <bdi>{place.address}</bdi>
              </span>
            </p>
            <Owner place={place} onClaim={onClaim} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OwnerProps {
  readonly place: Duplicate;
  readonly onClaim: (place: Claimable) => void;
}

function Owner({ place: { id, name, address, owner }, onClaim }: OwnerProps) {
  const inReview = usePendingClaims().has(id);
  if (owner === "oneself") return <Badge tone="good">{DUPLICATES.owned}</Badge>;
  if (owner === "another") return <Badge>{DUPLICATES.claimed}</Badge>;
  if (inReview) return <Badge tone="info">{DUPLICATES.inReview}</Badge>;
  return (
    <Button
      className="button-small"
      aria-label={`${DUPLICATES.claim} ${name}`}
      onClick={() => onClaim({ id, name, address })}
    >
      {DUPLICATES.claim}
    </Button>
  );
}

interface RequestFieldsProps {
  readonly given: InitialValues;
  readonly errors: FieldErrors;
}

type TextName =
  | "name"
  | "address"
  | "city"
  | "state"
  | "zipCode"
  | "phone"
  | "website"
  | "subcategory"
  | "halalCertificate";

function RequestFields({ given, errors }: RequestFieldsProps) {
  const wired = (name: TextName) => ({ name, label: REQUEST[name], error: errors[name] });
  return (
    <div className="field-pairs">
      <Field {...wired("name")} required autoComplete="organization" defaultValue={given.name} />
      <SelectField name="category" label={REQUEST.category} error={errors.category} required defaultValue="">
        <option value="">{REQUEST.noCategory}</option>
        {CATEGORIES.map((each) => (
          <option key={each} value={each}>
            {CATEGORY_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <Field {...wired("address")} required autoComplete="address-line1" defaultValue={given.address} />
      <Field {...wired("city")} required autoComplete="address-level2" defaultValue={given.city} />
      <RegionField
        {...wired("state")}
        required
        regions={PLACE_REGIONS}
        placeholder={REQUEST.stateHint}
        autoComplete="address-level1"
      />
      <Field
        {...wired("zipCode")}
        autoCapitalize="characters"
        autoComplete="postal-code"
        spellCheck={false}
      />
      <PhoneField {...wired("phone")} autoComplete="tel" defaultValue={given.phone} />
      <Field
        {...wired("website")}
        type="url"
        inputMode="url"
        placeholder={REQUEST.websiteHint}
        autoComplete="url"
      />
      <Field {...wired("subcategory")} placeholder={REQUEST.subcategoryHint} autoComplete="off" />
      <Field {...wired("halalCertificate")} autoComplete="off" />
    </div>
  );
}
