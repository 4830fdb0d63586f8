import type { ClosingReason, TransferReason } from "../../shared/places/places.ts";
import type { ClaimDecision, Outcome, ReasonCode } from "../../shared/reviews/reviews.ts";

/** What a decision says to the partner: what happened, and what to do next. */
const DECISION_REASONS: Readonly<Record<ReasonCode, string>> = {
  proof_sufficient: "Your documents prove your connection to this place. It is now listed among your places.",
  documents_missing:
    "We need a business license or registration, proof of ownership or management authorization, and government-issued ID. Please send the claim again with all three.",
  documents_unreadable:
    "We could not read what you sent. Please send the claim again with sharp, complete pages as PDF, JPEG or PNG.",
  name_mismatch:
    "The name on your documents is not the name of this place. Please send the claim again with documents that name the place, or explain in the claim how the two are connected.",
  not_authorised:
    "Your documents do not show that you may act for this business. Please send it again with proof of ownership or a signed management authorization.",
  already_claimed_by_other:
    "Someone else has proven that this place is theirs. If you believe that this is wrong, please write to us.",
  duplicate_place: "This place is in the directory already. Please search for it and claim it there.",
  not_a_place:
    "The directory lists places that people can visit. Please send the request again with the address of one.",
  place_closed: "As far as we can see this place is closed. If it is open, please write to us.",
  partner_deleted: "It was closed because the partner's account was deleted.",
  withdrawn: "You withdrew this claim.",
  place_merged:
    "This place was listed twice, so we merged the two entries. We still have your other claim on it.",
  other: "Please read the note, and write to us if you have a question.",
};

/** The sentence for the partner; null if no reason was given. */
export const sentenceOf = (code: ReasonCode | null): string | null =>
  code === null ? null : DECISION_REASONS[code];

const SHORT_ID_LENGTH = 8; // characters

/** Its name in a mail: `claim #1a2b3c4d`. */
export const labelOf = ({ kind, id }: Pick<Outcome, "kind" | "id">): string =>
  `${kind} #${id.slice(0, SHORT_ID_LENGTH)}`;

/**
 * The sentences of the mail about a decision: what was decided, why, and what to do next. Like all our mails it repeats
 * no text that a person typed: a note is read in the portal.
 */
export function mailSentences({ decision, reason, notes, ...about }: Outcome): readonly string[] {
  const why = sentenceOf(reason);
  return [
    `We have looked at your ${labelOf(about)}. It was ${decision}.`,
    ...(why === null ? [] : [why]),
    ...(notes === "" ? [] : ["There is a note for you in the portal."]),
  ];
}

export const DECIDED = {
  subject: (label: string, decision: string) => `Your ${label} was ${decision}`,
} as const;

export const MORE_NEEDED = {
  subject: (label: string) => `Your ${label} needs one more step`,
  open: (page: string) => `Open your claims:\n${page}`,
} as const;

/** The sentences of the mail that asks for more documents. Here the note is the message. */
export const moreSentences = (id: string, notes: string): readonly string[] => [
  `We have looked at your ${labelOf({ kind: "claim", id })}, and need a little more before we can decide it:`,
  `"${notes.replace(/\n{2,}/g, "\n")}"`,
  "Please send it in the portal, under Claims. We wait for it, and answer within 3-5 business days of getting it.",
];

const UNDONE = {
  claim: { approved: "The place is not among your places for now." },
  request: { approved: "The place is not listed for now." },
  rejected: "It is not rejected. We are looking at it again.",
  more: "You do not need to send anything because of that email.",
} as const;

/** The sentences of the mail to a partner who was told of a decision that was undone. */
export function undoneSentences({
  decision,
  ...about
}: Pick<Outcome, "kind" | "id"> & { readonly decision: ClaimDecision }): readonly string[] {
  return [
    `Our last email about your ${labelOf(about)} was sent too early. Please ignore it.`,
    decision === "approved" ? UNDONE[about.kind].approved : UNDONE[decision],
    `We have not decided on your ${about.kind} yet. We will write to you when we have.`,
  ];
}

/** Why a business asks for a place that has an owner. */
export const TRANSFER_WHY: Readonly<Record<TransferReason, string>> = {
  bought: "It has bought or taken over the business",
  runs_it: "It runs the place now",
  wrong_owner: "The listed owner never owned the place",
  owner_gone: "The listed owner has left and does not answer",
  other: "Another reason",
};

/** Why a proposal or a transfer ended without a decision about it, for the partner who sent it. */
export const CLOSING_REASONS: Readonly<Record<ClosingReason, string>> = {
  withdrawn: "You took it back.",
  replaced: "A newer change of yours has replaced it.",
  released: "The place no longer has an owner.",
  transferred: "The place has another owner now.",
  merged:
    "The place was listed twice, so we merged the two entries. We already have this from you for the other entry.",
  partner_deleted: "The partner's account was deleted.",
};
