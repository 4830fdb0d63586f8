import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { moneyText } from "../../../shared/money.ts";
import { post } from "../../mail/service.ts";

interface Gift {
  readonly reference: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly customerEmail: string;
}

/** Puts the receipt of a gift that arrived into the outbox, in the transaction that settles it. */
export async function postReceipt(tx: Tx, deps: Deps, gift: Gift, by: string): Promise<void> {
  if (gift.customerEmail === "") return; // forgotten before it came
  const { name, contactEmail, postalAddress } = deps.settings.brand;
  const text = [
    "Salam,", // no name: a mail to anybody's address holds nothing that somebody typed
    `thank you for your gift to ${name}. We received it.`,
    [
      `Reference: ${gift.reference}`,
      `Amount: ${moneyText(gift.amountCents)} ${gift.currency}`,
      `Received: ${deps.now().toISOString().slice(0, 10)} by ${by}`,
    ].join("\n"),
    `This is a gift to a company before its launch. It is not tax-deductible, and it is not zakat.`,
    `Questions? Write to ${contactEmail} and name the reference.`,
    postalAddress,
  ].join("\n\n");
  const subject = `Your gift to ${name}: ${moneyText(gift.amountCents)}`;
  return post(tx, deps, { to: gift.customerEmail, subject, text, kind: "receipt" });
}
