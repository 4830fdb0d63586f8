import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { MailKind } from "../../../shared/mails/mail-kinds.ts";
import { mailText, pageUrl, postWithId } from "../../mail/service.ts";
import type { TransferRow } from "./queries.ts";

type Transfer = Pick<TransferRow, "poiName" | "answerBy">;

/** As the pages show it: the day on which the deadline ends in the east. */
export const dayOf = (at: Date): string =>
  at.toLocaleDateString("en-US", { dateStyle: "full", timeZone: "America/New_York" });

const WORDS = {
  "transfer-asked": ({ poiName, answerBy }: Transfer) => [
    `Another business asks to take over ${poiName}, which you manage with us.`,
    `You decide: please answer in the portal by ${dayOf(answerBy)}. If we hear nothing from you by then, our team looks at it and decides.`,
    "If this is a surprise, refuse it there. Nothing changes unless you accept it or our team has looked at it.",
  ],
  "transfer-refused": ({ poiName }: Transfer) => [
    `The owner of ${poiName} does not want to hand it over. Our team now looks at what you sent and decides.`,
  ],
  "transfer-approved": ({ poiName }: Transfer) => [`${poiName} is now listed among your places.`],
  "transfer-rejected": ({ poiName }: Transfer) => [
    `${poiName} stays with its owner. In the portal you find a note if there is one.`,
  ],
  "transfer-closed": ({ poiName }: Transfer) => [
    `The ownership of ${poiName} has changed, so your question to its owner is closed. Search for the place in the portal to see whether you can claim it or ask again.`,
  ],
  "transfer-given": ({ poiName }: Transfer) => [
    `${poiName} now belongs to the business that asked for it, and is no longer among your places.`,
    "If this is a mistake, please write to us.",
  ],
  "transfer-kept": ({ poiName }: Transfer) => [
    `You keep ${poiName}: our team has rejected the other business's question.`,
  ],
  "place-released": ({ poiName }: Transfer) => [
    `You have released ${poiName}. It stays in the directory without an owner, and anyone who runs it can claim it.`,
    "If this was a mistake, you can claim it again in the portal.",
  ],
} as const satisfies Partial<Record<MailKind, (transfer: Transfer) => readonly string[]>>;

const SUBJECTS = {
  "transfer-asked": "Someone asks to take over your place",
  "transfer-refused": "The owner did not agree to the transfer",
  "transfer-approved": "The place is yours now",
  "transfer-rejected": "The transfer was not approved",
  "transfer-closed": "Your question about a place is closed",
  "transfer-given": "Your place was transferred",
  "transfer-kept": "You keep your place",
  "place-released": "You have released a place",
} as const satisfies Record<keyof typeof WORDS, string>;

/**
 * Mails a partner about a place and returns the mail's id; null if `to` is undefined because the account was deleted. No
 * name of another partner is in it.
 */
export async function postAbout(
  tx: Tx,
  deps: Deps,
  to: string | undefined,
  kind: keyof typeof WORDS,
  transfer: Transfer,
): Promise<string | null> {
  if (to === undefined) return null;
  const text = mailText(
    deps,
    ...WORDS[kind](transfer),
    `Open the portal:\n${pageUrl(deps, "/partner?tab=pois")}`,
    `Questions? Write to ${deps.settings.brand.contactEmail}.`,
  );
  return postWithId(tx, deps, { to, subject: SUBJECTS[kind], text, kind });
}
