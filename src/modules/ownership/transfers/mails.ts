import { FRAME } from "../../../copy/en/emails.ts";
import { TRANSFERS } from "../../../copy/en/partner-emails.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { MailKind } from "../../../shared/people/mails.ts";
import { mailText, pageUrl, postWithId } from "../../mail/public.ts";
import type { TransferRow } from "./queries.ts";

type Transfer = Pick<TransferRow, "poiName" | "answerBy"> & Partial<Pick<TransferRow, "why">>;

/** As the pages show it: the day on which the deadline ends in the east. */
export const dayOf = (at: Date): string =>
  at.toLocaleDateString("en-US", { dateStyle: "full", timeZone: "America/New_York" });

/**
 * Mails a partner about a place and returns the mail's id; null if `to` is undefined because the account was deleted. No
 * name of another partner is in it.
 */
export async function postAbout(
  tx: Tx,
  deps: Deps,
  to: string | undefined,
  kind: keyof typeof TRANSFERS.subjects & MailKind,
  transfer: Transfer,
): Promise<string | null> {
  if (to === undefined) return null;
  const text = mailText(
    deps,
    ...TRANSFERS.texts[kind](transfer.poiName, dayOf(transfer.answerBy), transfer.why ?? null),
    TRANSFERS.open(pageUrl(deps, "/partner?tab=pois")),
    FRAME.questions(deps.settings.brand.contactEmail),
  );
  return postWithId(tx, deps, { to, subject: TRANSFERS.subjects[kind], text, kind });
}
