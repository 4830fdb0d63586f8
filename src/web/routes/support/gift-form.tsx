import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ALTERNATIVES, addressWords, FAILED, GIFT, OTHER_WAYS, PLAIN } from "../../../copy/en/support.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { SMALLEST_GIFT, TIERS } from "../../../shared/money/gifts.ts";
import { dollarsOf, formatDollars, formatMoney } from "../../../shared/money/money.ts";
import { billingRegions, hasPostalCodes, listCountries } from "../../../shared/places/regions.ts";
import { Button } from "../../kit/controls/button.tsx";
import { EmailField } from "../../kit/form/email-field.tsx";
import { Field, SelectField } from "../../kit/form/field.tsx";
import { RegionField } from "../../kit/form/region-field.tsx";
import { mailto } from "../../kit/text/links.ts";
import { useBrand } from "../../lib/brand.ts";
import { CardLine } from "./card-line.tsx";
import { isLargeGift, REMEMBERED_FIELDS, type RememberedFields } from "./gift.ts";
import { Handles } from "./other-ways.tsx";
import { useGift } from "./use-gift.ts";

interface GiftFormProps {
  /** Dollars, as typed. */
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  /** False if the gateway takes the card on its own page. */
  readonly collectsCard: boolean;
  readonly isTest: boolean;
  /** Earlier input except the card, kept in case the dialog was closed by mistake. */
  readonly kept: RefObject<RememberedFields>;
  readonly onSending: (sending: boolean) => void;
}

export function GiftForm({ amount, onAmount, collectsCard, isTest, kept, onSending }: GiftFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const given = useRememberedFields(form, kept);
  const [country, setCountry] = useState(given.billingCountry || "US");
  const { fields, sending, limited, onSubmit, away, refusal } = useGift({ collectsCard, country, form });
  const { venmoHandle, zelleRecipient } = useBrand();
  const errors = shownErrors(fields, isLargeGift(amount));
  useLayoutEffect(() => {
    onSending(sending);
    return () => onSending(false);
  }, [sending, onSending]);
  return (
    <form ref={form} className="gift" aria-label={GIFT.form} noValidate onSubmit={onSubmit}>
      <AmountField amount={amount} onAmount={onAmount} error={errors.amount} />
      <GiverFields given={given} errors={errors} />
      {collectsCard ? <CardLine errors={errors} refusal={refusal} /> : <p className="soft">{GIFT.ownPage}</p>}
      <BillingFields given={given} country={country} onCountry={setCountry} errors={errors} />
      {collectsCard && (
        <div className="gift-notes">
          <p>{PLAIN.card}</p>
          {isTest && <p>{GIFT.testCard}</p>}
        </div>
      )}
      {away && <Alternatives {...away} />}
      {limited && (
        <Alternatives message={`${limited} ${FAILED.uncharged}`} venmo={venmoHandle} zelle={zelleRecipient} />
      )}
      <div className="gift-foot">
        <Button type="submit" className="button-wide" disabled={sending}>
          {sending ? GIFT.sending : submitLabel(amount)}
        </Button>
      </div>
    </form>
  );
}

interface GiverProps {
  readonly given: RememberedFields;
  readonly errors: FieldErrors;
}

/** Also in the frame of the dialog, which is shown while its scripts load. */
export const GiverFields = ({ given, errors }: GiverProps) => (
  <div className="gift-giver">
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
  </div>
);

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
  /** Dollars, as typed. */
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly error: string | undefined;
}

/** The amounts of the tiers, and any other. For large gifts it shows the email contact while the user types. */
function AmountField({ amount, onAmount, error }: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  function choose(dollars: number): void {
    if (input.current) input.current.value = String(dollars);
    onAmount(String(dollars));
  }
  return (
    <div className="amount-field">
      <fieldset className="amount-field-chips" aria-label={GIFT.suggested}>
        {TIERS.map(({ name, amount: suggested, openEnded }) => (
          <button
            key={name}
            type="button"
            aria-pressed={Number(amount) === dollarsOf(suggested)}
            onClick={() => choose(dollarsOf(suggested))}
          >
            {formatMoney(suggested) + (openEnded ? "+" : "")}
            <span className="visually-hidden"> {name}</span>
          </button>
        ))}
      </fieldset>
      <div className="amount-field-own">
        <Field
          ref={input}
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
          onInput={({ currentTarget }) => onAmount(currentTarget.value)}
          // The mouse wheel would change the amount.
          onWheel={({ currentTarget }) => currentTarget.blur()}
        />
      </div>
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

/** The billing address: a state only where its form is known, and no postal code where there are none. */
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
  return (
    <fieldset className="gift-billing">
      <legend className="visually-hidden">{GIFT.billing}</legend>
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
      <Field label={GIFT.address} {...field("billingAddress", "street-address")} />
      <Field label={GIFT.city} {...field("billingCity", "address-level2")} />
      {words && regions && (
        <div className="gift-region" key={country}>
          <RegionField
            label={words.state}
            placeholder={words.stateHint}
            {...field("billingState", "address-level1")}
            regions={regions}
          />
          <Field
            label={words.zip}
            {...field("billingZip", "postal-code")}
            inputMode={country === "US" ? "numeric" : "text"}
            autoCapitalize="characters"
            placeholder={words.zipHint}
          />
        </div>
      )}
      {!words && hasPostalCodes(country) && (
        <Field label={GIFT.postalCode} {...field("billingZip", "postal-code")} required={false} />
      )}
    </fieldset>
  );
}
