import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { type Cents, moneyText } from "../../../shared/money.ts";
import { post } from "../../mail/service.ts";
import type { PAYMENT_KINDS } from "../schema.ts";

interface ReceivedPayment {
  readonly reference: string;
  readonly amountCents: Cents;
  readonly currency: string;
  readonly customerEmail: string;
  /** Null if the money came without a gateway. */
  readonly gateway: (typeof PAYMENT_KINDS)[number] | null;
}

const SANDBOX_NOTE = "This is a test of the sandbox gateway: no card was charged and no money was received.";

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
  const text = [
    ...(isSandbox ? [SANDBOX_NOTE] : []),
    "Salam,", // no name: anyone can enter any address, so the mail must not carry their text
    `thank you for your gift to ${name}. We received it.`,
    [
      `Reference: ${payment.reference}`,
      `Amount: ${moneyText(payment.amountCents)} ${payment.currency}`,
      `Received: ${receivedAt.toISOString().slice(0, 10)} by ${method}`,
    ].join("\n"),
    `This is a gift to a company before its launch. It is not tax-deductible, and it is not zakat.`,
    `Questions? Write to ${contactEmail} and name the reference.`,
    postalAddress,
  ].join("\n\n");
  const subject = `${isSandbox ? "[Sandbox test] " : ""}Your gift to ${name}: ${moneyText(payment.amountCents)}`;
  return post(tx, deps, { to: payment.customerEmail, subject, text, kind: "receipt" });
}
