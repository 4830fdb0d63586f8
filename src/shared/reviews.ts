/** Of claims and of requests. */
export const REVIEW_STATUSES = ["pending", "approved", "rejected"] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const DECISIONS = ["approved", "rejected"] as const;
export type Decision = (typeof DECISIONS)[number];

export type ReviewKind = "claim" | "request";

interface Reason {
  readonly decision: Decision;
  /** What it can be given for. */
  readonly of: readonly ReviewKind[];
  /** Few words, for whoever chooses it. */
  readonly label: string;
  /** What the partner reads: what happened, and what to do next. */
  readonly sentence: string;
}

/** Why something was decided. Its codes are kept with what was decided. */
export const REASONS = {
  proof_sufficient: {
    decision: "approved",
    of: ["claim", "request"],
    label: "The proof is sufficient",
    sentence: "Your papers show what they need to show. The place is now among your places.",
  },
  documents_missing: {
    decision: "rejected",
    of: ["claim"],
    label: "Documents are missing",
    sentence:
      "We need a business licence or registration, proof of ownership or management authorisation, and government-issued ID. Please send the claim again with all three.",
  },
  documents_unreadable: {
    decision: "rejected",
    of: ["claim"],
    label: "Documents cannot be read",
    sentence:
      "We could not read what you sent. Please send the claim again with sharp, complete pages as PDF, JPEG or PNG.",
  },
  name_mismatch: {
    decision: "rejected",
    of: ["claim"],
    label: "The names do not match",
    sentence:
      "The name on your papers is not the name of this place. Please send the claim again with papers that name the place, or say in the claim how the two belong together.",
  },
  not_authorised: {
    decision: "rejected",
    of: ["claim", "request"],
    label: "Not authorised",
    sentence:
      "Your papers do not show that you may act for this business. Please send it again with proof of ownership or a signed management authorisation.",
  },
  already_claimed_by_other: {
    decision: "rejected",
    of: ["claim"],
    label: "Claimed by somebody else",
    sentence:
      "Somebody else has shown that this place is theirs. If you believe that this is wrong, please write to us.",
  },
  duplicate_place: {
    decision: "rejected",
    of: ["request"],
    label: "The place is listed already",
    sentence: "This place is in the directory already. Please search for it and claim it there.",
  },
  not_a_place: {
    decision: "rejected",
    of: ["request"],
    label: "Not a place to visit",
    sentence:
      "The directory lists places that people can visit. Please send the request again with the address of one.",
  },
  place_closed: {
    decision: "rejected",
    of: ["claim", "request"],
    label: "The place is closed",
    sentence: "As far as we can see this place is closed. If it is open, please write to us.",
  },
  partner_deleted: {
    decision: "rejected",
    of: ["claim", "request"],
    label: "The partner's account was deleted",
    sentence: "It was closed because the partner's account was deleted.",
  },
  other: {
    decision: "rejected",
    of: ["claim", "request"],
    label: "Another reason",
    sentence: "Please read the note, and write to us where it leaves a question.",
  },
} as const satisfies Record<string, Reason>;

export type ReasonCode = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS) as ReasonCode[];

/** A stored code; one that only a newer program knows is none. */
export const reasonOf = (stored: string | null): ReasonCode | null =>
  REASON_CODES.find((code) => code === stored) ?? null;

/** The product closes what a deleted partner left open; nobody chooses that. */
const GIVEN_BY_PRODUCT: ReadonlySet<ReasonCode> = new Set(["partner_deleted"]);

/** The reasons that a reviewer may give for this decision on this kind of thing. */
export function reasonsFor(kind: ReviewKind, decision: Decision): readonly ReasonCode[] {
  return REASON_CODES.filter((code) => {
    const reason: Reason = REASONS[code];
    return reason.decision === decision && reason.of.includes(kind) && !GIVEN_BY_PRODUCT.has(code);
  });
}

/** What the partner reads of a decision; null where no reason was given. */
export const sentenceOf = (code: ReasonCode | null): string | null =>
  code === null ? null : REASONS[code].sentence;

/** Said where the only reason given is the one that says nothing by itself. */
export const NOTE_MISSING = "Write a note: this reason says nothing by itself";

export const isNoteMissing = (reason: ReasonCode | null | undefined, notes: string): boolean =>
  reason === "other" && notes === "";

/** What was decided about a claim or a request. */
export interface Outcome {
  readonly kind: ReviewKind;
  /** The claim's or request's. */
  readonly id: string;
  readonly decision: Decision;
  readonly reason: ReasonCode | null;
  readonly notes: string;
}

const SHOWN_OF_ID = 8; // characters

/** `claim #1a2b3c4d`: what a mail calls it. */
export const labelOf = ({ kind, id }: Pick<Outcome, "kind" | "id">): string =>
  `${kind} #${id.slice(0, SHOWN_OF_ID)}`;

/**
 * What the mail about a decision says of it: what was decided, why, and what to do next. Holds no words that somebody
 * typed, as all our mails: a note is read in the portal.
 */
export function mailSentences({ decision, reason, notes, ...about }: Outcome): readonly string[] {
  const why = sentenceOf(reason);
  return [
    `We have looked at your ${labelOf(about)}. It was ${decision}.`,
    ...(why === null ? [] : [why]),
    ...(notes === "" ? [] : ["There is a note for you in the portal."]),
  ];
}
