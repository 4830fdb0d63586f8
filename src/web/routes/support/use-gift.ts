import { type RefObject, useRef, useState } from "react";
import { FAILED, FIELD_ERRORS, GIFT, INVALID, LARGE } from "../../../copy/en/support.ts";
import { seconds } from "../../../shared/duration.ts";
import { randomId } from "../../../shared/id.ts";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";
import { refusalOf, sentenceWithWait } from "../../lib/errors.ts";
import type { Problem } from "../../lib/form.ts";
import { toastError } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { CARD_FIELDS, type FormValues, giftOf, isLargeGift, readFormValues } from "./gift.ts";

interface Alternatives {
  readonly message: string;
  readonly reference: string;
  readonly venmo: string;
  readonly zelle: string;
}

interface GiftOptions {
  readonly collectsCard: boolean;
  readonly country: string;
  readonly form: RefObject<HTMLFormElement | null>;
}

/**
 * Validates the form and starts the payment. The call bypasses the query cache, which would keep the card. Ends on
 * the gateway's page, with the other payment options, or with a toast.
 */
export function useGift({ collectsCard, country, form }: GiftOptions) {
  const { client } = trpc.useUtils();
  const { contactEmail } = useBrand();
  const keys = useKeys();
  const [away, setAway] = useState<Alternatives | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const failure = useRef<string | null>(null);

  async function send(entered: FormValues): Promise<void> {
    setRefusal(null);
    failure.current = null;
    const gift = giftOf(entered, collectsCard);
    const context = { idempotencyKey: keys.keyOf(JSON.stringify(gift)) };
    const answer = await client.public.support.pay.mutate(gift, { context });
    keys.forget();
    if ("paymentUrl" in answer && isPaymentPage(answer.paymentUrl)) {
      emptyCard(form.current);
      window.location.assign(answer.paymentUrl);
      return await leaving(); // no second click while the payment page loads
    }
    setAway("alternative_payment" in answer ? answer.alternative_payment : null);
    if ("alternative_payment" in answer) return;
    const refused = "ionic_error" in answer ? answer.ionic_error : null;
    setRefusal(refused);
    failure.current = refused ?? FAILED.text;
  }

  const submit = useSubmit({
    schema: async () => (await import("./gift-rules.ts")).giftForm({ collectsCard, country, contactEmail }),
    missing: GIFT.missing.description,
    hints: AT_FIELD,
    read: readFormValues,
    send,
    onInvalid: (_sentence, problem) => {
      setRefusal(null);
      const isLarge = form.current !== null && isLargeGift(readFormValues(new FormData(form.current)).amount);
      const words = isLarge
        ? { title: LARGE.title, description: LARGE.sentence(contactEmail) }
        : wordsOf(problem);
      toastError(words.title, words.description);
    },
    // What follows a redirect or an offer is on the screen already; after a refusal the card is at fault.
    onDone: (sent) => {
      if (failure.current !== null) fail(failure.current);
      sent.querySelector<HTMLElement>("[name=cardNumber][aria-invalid]")?.focus();
    },
    onFailed: (message, error) => fail(limitOf(error) ?? message ?? FAILED.text),
  });
  return { ...submit, away, refusal } as const;
}

/** In how long the next card can be tried; null for another failure. */
function limitOf(error: unknown): string | null {
  const refused = refusalOf(error);
  return refused?.status === TOO_MANY ? sentenceWithWait(refused) : null;
}

const TOO_MANY = 429;

const fail = (description: string): void => toastError(FAILED.title, description);

/**
 * One idempotency key per form content: a retry after a lost response uses the same key. The input is compared in
 * memory and discarded with the response.
 */
function useKeys() {
  const last = useRef<{ readonly body: string; readonly key: string } | null>(null);
  return {
    keyOf(body: string): string {
      if (last.current?.body !== body) last.current = { body, key: randomId() };
      return last.current.key;
    },
    forget(): void {
      last.current = null;
    },
  } as const;
}

/** The server has checked the host; this also refuses scripts, credentials in the URL and a downgrade from https (docs/security.md OUT-08). */
function isPaymentPage(address: string): boolean {
  const url = URL.parse(address, window.location.href);
  if (url?.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && window.location.protocol === "http:");
}

/** Runs before navigation: the browser may keep the page in its back/forward cache. */
function emptyCard(form: HTMLFormElement | null): void {
  for (const name of CARD_FIELDS) {
    const field = form?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = "";
  }
}

/** The toast for a form that was not sent. */
function wordsOf({ sentence, code, field }: Problem): { title: string; description?: string } {
  if (code === "missing") return GIFT.missing;
  if (sentence === INVALID.card) return { title: sentence, description: FIELD_ERRORS.card };
  if (field === "cvv") return { title: sentence, description: FIELD_ERRORS.cvv };
  return { title: sentence };
}

/** What a field says; the toast says that the form is invalid. */
const AT_FIELD = { email: FIELD_ERRORS.email, card: FIELD_ERRORS.card, cvv: FIELD_ERRORS.cvv };

const LEAVES_WITHIN = seconds(10);

/** Resolves once the page would have been left: the visitor stopped its loading, or the payment page does not respond. */
const leaving = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LEAVES_WITHIN));
