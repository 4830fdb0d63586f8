import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { CARD_BRANDS, FAILED, FIELD_ERRORS, GIFT } from "../../../copy/en/support.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import {
  CARD_NUMBER_DIGITS,
  type CardBrand,
  cardBrand,
  isMistyped,
  parseExpiry,
  typedMonth,
} from "../../../shared/money/gifts.ts";
import { digitsInput } from "../../kit/form/formatted-field.tsx";
import { Alert } from "../../kit/page/alert.tsx";
import { CARD_FIELDS } from "./gift.ts";

interface CardLineProps {
  readonly errors: FieldErrors;
  /** Why the gateway refused the card; null if it did not. */
  readonly refusal: string | null;
}

const GROUP = 4;
const CVV = 4;

/**
 * The card on one line: number, date and code. Uncontrolled inputs: the card is never in React state, where developer
 * tools could read it.
 */
export function CardLine({ errors, refusal }: CardLineProps) {
  const id = useId();
  const { brand, mistyped, onNumber } = useTypedNumber();
  const sentences: FieldErrors = { ...errors, ...(mistyped && { cardNumber: FIELD_ERRORS.checksum }) };
  const input = (name: (typeof CARD_FIELDS)[number], token: string) => ({
    id: `${id}-${name}`,
    name,
    autoComplete: `cc-${token}`,
    required: true,
    "aria-invalid": refusal !== null || sentences[name] ? true : undefined,
    "aria-describedby": describedBy(
      refusal !== null && `${id}-refusal`,
      sentences[name] && `${id}-${name}-error`,
    ),
  });
  return (
    <fieldset className="card-line-field">
      <legend className="visually-hidden">{GIFT.card}</legend>
      {refusal !== null && (
        <div id={`${id}-refusal`}>
          <Alert>{`${refusal} ${FAILED.uncharged}`}</Alert>
        </div>
      )}
      <div className="card-line-box" onInput={onNumber}>
        <div className="card-line-number">
          <label className="card-line-caption" htmlFor={`${id}-cardNumber`}>
            {GIFT.cardNumber}
          </label>
          <span className="card-line-brand" aria-live="polite">
            {brand && CARD_BRANDS[brand]}
          </span>
          <input
            {...input("cardNumber", "number")}
            {...digitsInput(CARD_NUMBER_DIGITS.max, GROUP)}
            placeholder="0000 0000 0000 0000"
          />
        </div>
        <Expiry month={input("expiryMonth", "exp-month")} year={input("expiryYear", "exp-year")} />
        <div className="card-line-cvv">
          <label className="card-line-caption" htmlFor={`${id}-cvv`}>
            {GIFT.cvv}
          </label>
          <input {...input("cvv", "csc")} {...digitsInput(CVV)} maxLength={CVV} placeholder="123" />
        </div>
      </div>
      <div className="card-line-errors" aria-live="polite">
        {CARD_FIELDS.map(
          (name) =>
            sentences[name] && (
              <p key={name} className="field-error" id={`${id}-${name}-error`}>
                {sentences[name]}
              </p>
            ),
        )}
      </div>
    </fieldset>
  );
}

const describedBy = (...ids: readonly (string | false | undefined)[]): string | undefined =>
  ids.filter(Boolean).join(" ") || undefined;

/** What the number tells while it is typed, before anything is sent: a mistyped one would count as a refused card. */
function useTypedNumber() {
  const [brand, setBrand] = useState<CardBrand | null>(null);
  const [mistyped, setMistyped] = useState(false);
  function onNumber({ target }: FormEvent): void {
    if (!(target instanceof HTMLInputElement) || target.name !== "cardNumber") return;
    setBrand(cardBrand(target.value));
    setMistyped(isMistyped(target.value));
  }
  return { brand, mistyped, onNumber } as const;
}

const PART = 2;

interface ExpiryProps {
  readonly month: PartProps;
  readonly year: PartProps;
}

interface PartProps {
  readonly id: string;
  readonly name: string;
}

/** Two inputs that look and type as one. Browsers fill in each part by its own name. */
function Expiry({ month, year }: ExpiryProps) {
  return (
    <div className="card-line-expiry" onPasteCapture={pasteExpiry}>
      <span className="card-line-caption" aria-hidden="true">
        {GIFT.expiry}
      </span>
      <label className="visually-hidden" htmlFor={month.id}>
        {GIFT.month}
      </label>
      <input {...month} inputMode="numeric" onInput={typeMonth} maxLength={PART} placeholder="MM" />
      <span aria-hidden="true">/</span>
      <label className="visually-hidden" htmlFor={year.id}>
        {GIFT.year}
      </label>
      <input {...year} {...digitsInput(PART)} onKeyDown={goBack} maxLength={PART} placeholder="YY" />
    </div>
  );
}

/** The month and the year of the input's form. */
function partsOf(input: HTMLInputElement): readonly [HTMLInputElement, HTMLInputElement] | null {
  const [month, year] = ["expiryMonth", "expiryYear"].map((name) => input.form?.elements.namedItem(name));
  return month instanceof HTMLInputElement && year instanceof HTMLInputElement ? [month, year] : null;
}

/** Goes on to the year once the month is complete, but not while it is deleted. */
function typeMonth({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>): void {
  const deletes = nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith("delete");
  input.value = (deletes ? input.value : typedMonth(input.value)).replace(/\D/g, "");
  const isTyping = document.activeElement === input; // browsers fill in both parts by themselves
  if (!deletes && isTyping && input.value.length === PART) partsOf(input)?.[1].focus();
}

/** Backspace in an empty year deletes in the month. */
function goBack(event: KeyboardEvent<HTMLInputElement>): void {
  const [month] = partsOf(event.currentTarget) ?? [];
  if (event.key !== "Backspace" || !month || event.currentTarget.value !== "") return;
  event.preventDefault();
  month.value = month.value.slice(0, -1);
  month.focus();
}

/** A pasted `MM/YY` fills both parts; either would keep two characters of it. */
function pasteExpiry(event: ClipboardEvent): void {
  const { target } = event;
  const expiry = parseExpiry(event.clipboardData.getData("text"));
  const parts = target instanceof HTMLInputElement && partsOf(target);
  if (!expiry || !parts) return;
  event.preventDefault();
  parts[0].value = expiry.month;
  parts[1].value = expiry.year;
  parts[1].focus();
}
