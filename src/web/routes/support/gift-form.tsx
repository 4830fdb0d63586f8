import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Tier } from "../../../shared/gifts/tiers.ts";
import { formatDollars } from "../../lib/format/format-dollars.ts";
import { Button } from "../../ui/button/button.tsx";
import { EmailField } from "../../ui/field/email-field.tsx";
import { Field } from "../../ui/field/field.tsx";
import { Alternatives } from "./alternatives.tsx";
import { AmountField } from "./amount-field.tsx";
import { BillingFields } from "./billing-fields.tsx";
import { CardFields } from "./card-fields.tsx";
import { GIFT } from "./content.ts";
import { isLargeGift, REMEMBERED_FIELDS, type RememberedFields } from "./gift.ts";
import { shownErrors } from "./shown-errors.ts";
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
  const [amount, setAmount] = useState(String(tier.amount));
  const { fields, sending, onSubmit, away, refusal } = useGift({
    tier: tier.name,
    collectsCard,
    country,
    form,
  });
  const errors = shownErrors(fields, isLargeGift(amount));
  useLayoutEffect(() => {
    onSending(sending);
    return () => onSending(false);
  }, [sending, onSending]);
  return (
    <form ref={form} className="gift" aria-label={GIFT.form} noValidate onSubmit={onSubmit}>
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
