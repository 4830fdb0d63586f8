import {
  type ClipboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { ALTERNATIVES, addressWords, FAILED, GIFT, OTHER_WAYS } from "../../../copy/en/support.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { CARD_NUMBER_DIGITS, parseExpiry, SMALLEST_GIFT, type Tier } from "../../../shared/money/gifts.ts";
import { dollarsOf, formatDollars } from "../../../shared/money/money.ts";
import { billingRegions, listCountries } from "../../../shared/places/regions.ts";
import { Button } from "../../kit/controls/button.tsx";
import { EmailField } from "../../kit/form/email-field.tsx";
import { Field, SelectField } from "../../kit/form/field.tsx";
import { DigitsField } from "../../kit/form/formatted-field.tsx";
import { RegionField } from "../../kit/form/region-field.tsx";
import { Alert } from "../../kit/page/alert.tsx";
import { mailto } from "../../kit/text/links.ts";
import { useBrand } from "../../lib/brand.ts";
import { isLargeGift, REMEMBERED_FIELDS, type RememberedFields } from "./gift.ts";
import { Handles } from "./other-ways.tsx";
import { useGift } from "./use-gift.ts";

interface GiftFormProps {
  readonly tier: Tier;
  /** False if the gateway takes the card on its own page. */
  readonly collectsCard: boolean;
  readonly isTest: boolean;
  /** Earlier input except the card, kept in case the dialog was closed by mistake. */
  readonly kept: RefObject<RememberedFields>;
  readonly onSending: (sending: boolean) => void;
}

export function GiftForm({ tier, collectsCard, isTest, kept, onSending }: GiftFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const given = useRememberedFields(form, kept);
  const [country, setCountry] = useState(given.billingCountry || "US");
  const [amount, setAmount] = useState(String(dollarsOf(tier.amount)));
  const { fields, sending, limited, onSubmit, away, refusal } = useGift({
    tier: tier.name,
    collectsCard,
    country,
    form,
  });
  const { venmoHandle, zelleRecipient } = useBrand();
  const errors = shownErrors(fields, isLargeGift(amount));
  useLayoutEffect(() => {
    onSending(sending);
    return () => onSending(false);
  }, [sending, onSending]);
  return (
    <form ref={form} className="gift dialog-sections" aria-label={GIFT.form} noValidate onSubmit={onSubmit}>
      <AmountField amount={amount} onType={setAmount} error={errors.amount} />
      <EmailField
        label={GIFT.email}
        name="customerEmail"
        autoComplete="email"
        required
        defaultValue={given.customerEmail}
        error={errors.customerEmail}
      />
      <Field
        label={GIFT.name}
        name="customerName"
        autoComplete="name"
        defaultValue={given.customerName}
        error={errors.customerName}
      />
      {collectsCard ? (
        <CardFields isTest={isTest} errors={errors} refusal={refusal} />
      ) : (
        <p className="soft">{GIFT.ownPage}</p>
      )}
      <BillingFields given={given} country={country} onCountry={setCountry} errors={errors} />
      {away && <Alternatives {...away} />}
      {limited && (
        <Alternatives message={`${limited} ${FAILED.uncharged}`} venmo={venmoHandle} zelle={zelleRecipient} />
      )}
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? GIFT.sending : submitLabel(amount)}
      </Button>
    </form>
  );
}

const submitLabel = (amount: string): string =>
  Number(amount) > 0 ? GIFT.submit(formatDollars(Number(amount))) : GIFT.submitAny;

/** The last form's input except the card; saved again on unmount. */
function useRememberedFields(
  form: RefObject<HTMLFormElement | null>,
  kept: RefObject<RememberedFields>,
): RememberedFields {
  const [given] = useState(kept.current);
  useLayoutEffect(() => {
    const element = form.current;
    return () => {
      if (!element) return;
      const typed = new FormData(element);
      kept.current = Object.fromEntries(
        REMEMBERED_FIELDS.map((name) => [name, String(typed.get(name) ?? "")]),
      );
    };
  }, [form, kept]);
  return given;
}

/** A large gift is arranged by email, so nothing else in its form matters. */
const shownErrors = ({ amount, ...others }: FieldErrors, isLarge: boolean): FieldErrors => ({
  ...(amount !== undefined && { amount }),
  ...(!isLarge && others),
});

interface AlternativesProps {
  readonly message: string;
  /** Identifies the transfer, if one was promised. */
  readonly reference?: string;
  readonly venmo: string;
  readonly zelle: string;
}

/** Shown when the card cannot be charged now: other payment options, with the reference for a transfer. */
function Alternatives({ message, reference, venmo, zelle }: AlternativesProps) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <div ref={alert} className="alert alternatives" data-tone="warning" role="alert" tabIndex={-1}>
      <p>{message}</p>
      <Handles venmo={venmo} zelle={zelle} reference={reference} />
      <p>{reference === undefined ? OTHER_WAYS.note : ALTERNATIVES.again}</p>
    </div>
  );
}

interface AmountFieldProps {
  readonly amount: string;
  readonly onType: (amount: string) => void;
  readonly error: string | undefined;
}

/** The amount. For large gifts it shows the email contact while the user types. */
function AmountField({ amount, onType, error }: AmountFieldProps) {
  return (
    <div className="amount-field">
      <Field
        label={GIFT.amount}
        name="amount"
        type="number"
        inputMode="decimal"
        min={dollarsOf(SMALLEST_GIFT)}
        step={0.01}
        required
        autoComplete="off"
        defaultValue={amount}
        error={error}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        // The mouse wheel would change the amount.
        onWheel={({ currentTarget }) => currentTarget.blur()}
      />
      {isLargeGift(amount) && <LargeGift />}
    </div>
  );
}

function LargeGift() {
  const { contactEmail } = useBrand();
  return (
    <p className="alert" data-tone="info" role="status">
      {OTHER_WAYS.largeText} <a href={mailto(contactEmail, OTHER_WAYS.subject)}>{contactEmail}</a>
    </p>
  );
}

interface BillingFieldsProps {
  readonly given: RememberedFields;
  /** Its code. */
  readonly country: string;
  readonly onCountry: (country: string) => void;
  readonly errors: FieldErrors;
}

type BillingName = Exclude<keyof RememberedFields & `billing${string}`, "billingCountry">;

function BillingFields({ given, country, onCountry, errors }: BillingFieldsProps) {
  const words = addressWords(country);
  const regions = billingRegions(country);
  const field = (name: BillingName, token: string) => ({
    name,
    autoComplete: `billing ${token}`,
    required: true,
    defaultValue: given[name],
    error: errors[name],
  });
  const state = {
    label: words.state,
    placeholder: words.stateHint,
    ...field("billingState", "address-level1"),
    required: regions !== null,
  };
  return (
    <fieldset className="gift-pairs">
      <legend>{GIFT.billing}</legend>
      <Field label={GIFT.address} {...field("billingAddress", "street-address")} />
      <Field label={GIFT.city} {...field("billingCity", "address-level2")} />
      {regions ? <RegionField key={country} {...state} regions={regions} /> : <Field {...state} />}
      <Field
        label={words.zip}
        {...field("billingZip", "postal-code")}
        inputMode={country === "US" ? "numeric" : "text"}
        autoCapitalize="characters"
        placeholder={words.zipHint}
        required={regions !== null}
      />
      <SelectField
        label={GIFT.country}
        name="billingCountry"
        autoComplete="billing country"
        defaultValue={country}
        onChange={({ currentTarget }) => onCountry(currentTarget.value)}
      >
        {listCountries().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}

interface CardFieldsProps {
  readonly isTest: boolean;
  readonly errors: FieldErrors;
  /** Why the gateway refused the card; null if it did not. */
  readonly refusal: string | null;
}

const GROUP = 4;
const EXPIRY = 2;
const CVV = 4;

/** Uncontrolled inputs: the card is never in React state, where developer tools could read it. */
function CardFields({ isTest, errors, refusal }: CardFieldsProps) {
  const refusalId = useId();
  const refused = refusal === null ? {} : { "aria-invalid": true, "aria-describedby": refusalId };
  const digits = (name: string, token: string, max: number) => ({
    name,
    autoComplete: `cc-${token}`,
    max,
    required: true,
    error: errors[name],
    ...refused,
  });
  return (
    <fieldset>
      <legend>{GIFT.card}</legend>
      {refusal !== null && (
        <div id={refusalId}>
          <Alert>{`${refusal} ${FAILED.uncharged}`}</Alert>
        </div>
      )}
      {isTest && <Alert tone="info">{GIFT.testCard}</Alert>}
      <DigitsField
        label={GIFT.cardNumber}
        {...digits("cardNumber", "number", CARD_NUMBER_DIGITS.max)}
        grouped={GROUP}
        placeholder="0000 0000 0000 0000"
      />
      <div className="gift-thirds" onPasteCapture={pasteExpiry}>
        <DigitsField
          label={GIFT.month}
          {...digits("expiryMonth", "exp-month", EXPIRY)}
          maxLength={EXPIRY}
          placeholder="MM"
        />
        <DigitsField
          label={GIFT.year}
          {...digits("expiryYear", "exp-year", EXPIRY)}
          maxLength={EXPIRY}
          placeholder="YY"
        />
        <DigitsField label={GIFT.cvv} {...digits("cvv", "csc", CVV)} maxLength={CVV} />
      </div>
    </fieldset>
  );
}

/** A pasted `MM/YY` fills the month and the year; either field would keep two characters of it. */
function pasteExpiry(event: ClipboardEvent<HTMLElement>): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || !target.name.startsWith("expiry")) return;
  const expiry = parseExpiry(event.clipboardData.getData("text"));
  const [month, year] = ["expiryMonth", "expiryYear"].map((name) => target.form?.elements.namedItem(name));
  if (!expiry || !(month instanceof HTMLInputElement) || !(year instanceof HTMLInputElement)) return;
  event.preventDefault();
  month.value = expiry.month;
  year.value = expiry.year;
}
