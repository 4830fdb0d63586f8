import { GIFT_RECEIPT } from "../../../copy/en/emails.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { type Cents, moneyText } from "../../../shared/money/money.ts";
import { isPlainName } from "../../../shared/people/names.ts";
import { post } from "../../mail/public.ts";
import type { PAYMENT_KINDS } from "../schema.ts";

interface ReceivedPayment {
  readonly reference: string;
  readonly amountCents: Cents;
  readonly currency: string;
  readonly customerEmail: string;
  readonly customerName: string;
  /** Null if the money came without a gateway. */
  readonly gateway: (typeof PAYMENT_KINDS)[number] | null;
}

/**
 * Posts the receipt in the transaction that settles the payment. `method` is how it was paid, such as `card`. A
 * sandbox receipt is marked in its subject and first line.
 */
export async function postReceipt(
  tx: Tx,
  deps: Deps,
  payment: ReceivedPayment,
  method: string,
  receivedAt: Date = deps.now(),
): Promise<void> {
  if (payment.customerEmail === "") return; // the giver was anonymized before the money arrived
  const { name, contactEmail, postalAddress } = deps.settings.brand;
  const isSandbox = payment.gateway === "sandbox";
  const { reference, amountCents, currency } = payment;
  const text = [
    ...(isSandbox ? [GIFT_RECEIPT.sandbox] : []),
    ...GIFT_RECEIPT.text({
      brand: name,
      contactEmail,
      reference,
      from: isPlainName(payment.customerName) ? payment.customerName : "",
      amount: `${moneyText(amountCents)} ${currency}`,
      day: receivedAt.toISOString().slice(0, 10),
      method,
    }),
    postalAddress,
  ].join("\n\n");
  const subject =
    (isSandbox ? GIFT_RECEIPT.sandboxSubject : "") + GIFT_RECEIPT.subject(name, moneyText(amountCents));
  return post(tx, deps, { to: payment.customerEmail, subject, text, kind: "receipt" });
}
