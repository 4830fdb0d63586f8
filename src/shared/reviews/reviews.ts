import { z } from "zod";
import { minutes } from "../duration.ts";
import { DomainError } from "../errors.ts";
import { editedVersion, idInPath, optionalLongText } from "../fields.ts";
import { withoutCardNumbers } from "../money/card-numbers.ts";

const MAX_DOCUMENTS = 20;
const DOCUMENT_LENGTH = 2_000; // characters
const DOCUMENTS_LENGTH = 10_000; // characters, in total

const document = optionalLongText("A document", DOCUMENT_LENGTH).transform(withoutCardNumbers);

const TOO_MANY = `documents must have at most ${MAX_DOCUMENTS} entries`;
const TOO_LONG = `documents must have at most ${DOCUMENTS_LENGTH} characters together`;

const isTooLong = (entries: readonly string[]): boolean =>
  entries.reduce((sum, entry) => sum + [...entry].length, 0) > DOCUMENTS_LENGTH;

/** Free text and ids of uploaded files. */
export const documents = z
  .array(document, { error: "documents must be a list of texts" })
  .max(MAX_DOCUMENTS, TOO_MANY)
  .transform((entries) => entries.filter((entry) => entry !== ""))
  .refine((entries) => !isTooLong(entries), TOO_LONG);

/** Throws 400 if documents that came one after the other are more than a claim takes. */
export function refuseTooManyDocuments(entries: readonly string[]): void {
  const sentence = entries.length > MAX_DOCUMENTS ? TOO_MANY : isTooLong(entries) ? TOO_LONG : null;
  if (sentence !== null) throw new DomainError("invalid", sentence, { fields: { documents: sentence } });
}

/** What the files of a claim can prove. */
export const PROOF_SLOTS = ["license", "ownership", "id"] as const;
export type ProofSlot = (typeof PROOF_SLOTS)[number];

/** How a code proves a claim: mailed to the website's domain, read out on the listed phone, or sent to the address. */
export const PROOF_KINDS = ["email", "phone", "letter"] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** The statuses of claims and requests. */
export const REVIEW_STATUSES = ["pending", "approved", "rejected"] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const DECISIONS = ["approved", "rejected"] as const;
export type Decision = (typeof DECISIONS)[number];

/** What a reviewer may do with a claim: besides deciding it, ask its partner for more. */
export const CLAIM_DECISIONS = [...DECISIONS, "more"] as const;
export type ClaimDecision = (typeof CLAIM_DECISIONS)[number];

/** What staff decide. A proposal is an owner's change, a renewal a new certificate, a reading a certificate to read, a match a row of a file. */
export const CASE_KINDS = [
  "claim",
  "request",
  "proposal",
  "transfer",
  "reading",
  "renewal",
  "photo",
  "report",
  "suggestion",
  "match",
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** What cases of a kind are called on staff screens. */
export const CASE_KIND_NAMES = {
  claim: "Claims",
  request: "Requests",
  proposal: "Changes",
  transfer: "Transfers",
  reading: "Readings",
  renewal: "New certificates",
  photo: "Photos",
  report: "Reports",
  suggestion: "Suggestions",
  match: "Matches",
} as const satisfies Record<CaseKind, string>;

/** What staff can act on now, by kind. */
export const waitingCases = z.record(
  z.enum(CASE_KINDS),
  z.object({
    count: z.number().int(),
    late: z.number().int(),
    /** By when the next one is promised; null if none waits. */
    dueBy: z.date().nullable(),
  }),
);
export type WaitingCases = z.output<typeof waitingCases>;

export type ReviewKind = "claim" | "request";

interface Reason {
  readonly decision: Decision;
  /** What it applies to. */
  readonly kinds: readonly ReviewKind[];
  /** For the reviewer who chooses it. */
  readonly label: string;
}

/** The reasons for decisions. Their codes are stored with each decision. */
export const REASONS = {
  proof_sufficient: { decision: "approved", kinds: ["claim", "request"], label: "The proof is sufficient" },
  documents_missing: { decision: "rejected", kinds: ["claim"], label: "Documents are missing" },
  documents_unreadable: { decision: "rejected", kinds: ["claim"], label: "Documents cannot be read" },
  name_mismatch: { decision: "rejected", kinds: ["claim"], label: "The names do not match" },
  not_authorised: { decision: "rejected", kinds: ["claim", "request"], label: "Not authorized" },
  already_claimed_by_other: { decision: "rejected", kinds: ["claim"], label: "Claimed by someone else" },
  duplicate_place: { decision: "rejected", kinds: ["request"], label: "The place is listed already" },
  not_a_place: { decision: "rejected", kinds: ["request"], label: "Not a place to visit" },
  place_closed: { decision: "rejected", kinds: ["claim", "request"], label: "The place is closed" },
  partner_deleted: {
    decision: "rejected",
    kinds: ["claim", "request"],
    label: "The partner's account was deleted",
  },
  withdrawn: { decision: "rejected", kinds: ["claim"], label: "Withdrawn by the partner" },
  place_merged: { decision: "rejected", kinds: ["claim"], label: "The place was listed twice" },
  other: { decision: "rejected", kinds: ["claim", "request"], label: "Another reason" },
} as const satisfies Record<string, Reason>;

export type ReasonCode = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS) as ReasonCode[];

/** The reason with a stored code; null for a code that only a newer version knows. */
export const reasonOf = (stored: string | null): ReasonCode | null =>
  REASON_CODES.find((code) => code === stored) ?? null;

/** Set when a partner is deleted with cases pending or withdraws one, or two places are merged; reviewers cannot choose them. */
const AUTOMATIC_REASONS: ReadonlySet<ReasonCode> = new Set(["partner_deleted", "withdrawn", "place_merged"]);

/** The reasons that a reviewer may choose for this decision on this kind of case. */
export function reasonsFor(kind: ReviewKind, decision: Decision): readonly ReasonCode[] {
  return REASON_CODES.filter((code) => {
    const reason: Reason = REASONS[code];
    return reason.decision === decision && reason.kinds.includes(kind) && !AUTOMATIC_REASONS.has(code);
  });
}

/** Shown if the reason `other` comes without a note. */
export const NOTE_MISSING = "Write a note: this reason does not explain itself";

export const isNoteMissing = (reason: ReasonCode | null | undefined, notes: string): boolean =>
  reason === "other" && notes === "";

/** The decision on a claim or a request. */
export interface Outcome {
  readonly kind: ReviewKind;
  /** Of the claim or the request. */
  readonly id: string;
  readonly decision: Decision;
  readonly reason: ReasonCode | null;
  readonly notes: string;
}

/** In place of the business name once its account was erased. */
export const ERASED_PARTNER = "Erased partner";

/** How long a decision can be undone. */
const DECISION_UNDO = minutes(10);

/** What is saved of every decision that can be undone. */
export interface SavedDecision {
  readonly decision: ClaimDecision;
  /** ISO 8601. */
  readonly at: string;
  /** The staff account that decided; null for an operator. */
  readonly byId: string | null;
  /** The mail about it; null if the partner got none. */
  readonly mailId: string | null;
}

/** What it takes to undo the last decision on a claim or a request. */
export interface LastDecision extends SavedDecision {
  /** What was asked of the partner before. */
  readonly notes: string;
  readonly moreRequestedAt: string | null;
  /** The place and its owner after the decision. */
  readonly poiId: string | null;
  readonly ownerId: string | null;
  /** The claims that an approval rejected. */
  readonly rivals: readonly LostClaim[];
  /** The place that an approved request created: its version, and how many records it had. */
  readonly created: { readonly version: number; readonly records: number } | null;
}

/** A claim that was rejected because another one was approved. */
interface LostClaim {
  readonly id: string;
  readonly moreRequestedAt: string | null;
  readonly mailId: string | null;
}

/** Until when a decision can be undone. */
export const undoableUntil = ({ at }: Pick<SavedDecision, "at">): Date =>
  new Date(Date.parse(at) + DECISION_UNDO);

/** Decisions before this cannot be undone any more. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - DECISION_UNDO);

/** Of concurrent calls that undo one decision, only one still finds it. */
export const isSameDecision = (saved: SavedDecision | null, last: SavedDecision): boolean =>
  saved !== null && saved.at === last.at && saved.mailId === last.mailId && saved.decision === last.decision;

export const UNDO_REFUSED = {
  tooLate: "A decision can be undone for 10 minutes. That time is over.",
  notYours: "Only the person who decided, or an admin, can undo this decision",
  undecided: "There is no decision to undo",
} as const;

/** The refusal to undo a decision whose effects others have built on. */
export const changedSince = (what: string): DomainError =>
  new DomainError("conflict", `This decision can no longer be undone: ${what} since.`);

/** With `updatedAt`, a decision that was made after it is not undone. */
export const undoInput = z.object({ id: idInPath, updatedAt: editedVersion });
export type UndoInput = z.output<typeof undoInput>;

/** Until when the caller may undo the last decision; null if not. */
export const undoUntil = z.date().nullable();
