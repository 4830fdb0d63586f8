import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { mailText, pageUrl, post } from "../../mail/service.ts";
import { addressOf } from "../../partners/queries.ts";
import { renewalPath } from "../reminders/owner-mails.ts";

/** Mails the partner who sent a certificate why it was declined. Does nothing if the account was deleted. */
export async function postDeclined(
  tx: Tx,
  deps: Deps,
  place: { readonly id: string; readonly name: string },
  partnerId: string | null,
  notes: string,
): Promise<void> {
  const to = await addressOf(tx, partnerId);
  if (to === null) return;
  await post(tx, deps, {
    to,
    kind: "renewal-declined",
    subject: `The certificate of ${place.name} could not be used`,
    text: mailText(
      deps,
      `Thank you for the new certificate of ${place.name}. We could not use it:`,
      notes,
      `Send another one:\n${pageUrl(deps, renewalPath(place.id))}`,
      `Questions? Write to ${deps.settings.brand.contactEmail}.`,
    ),
  });
}
