/** What an owner changes at once, and what waits for staff. */
export const CONTACT_FIELDS = ["phone", "website"] as const;
export const LISTING_FIELDS = [
  "name",
  "address",
  "city",
  "state",
  "zipCode",
  "category",
  "subcategory",
] as const;
export const PROPOSAL_FIELDS = [...LISTING_FIELDS, ...CONTACT_FIELDS] as const;
export type ProposalField = (typeof PROPOSAL_FIELDS)[number];

/** Why a proposal or a transfer ended without a decision about it, for the partner who sent it. */
export const CLOSING_REASONS = {
  withdrawn: "You took it back.",
  replaced: "A newer change of yours has replaced it.",
  released: "The place has no owner any more.",
  transferred: "The place has another owner now.",
  merged:
    "The place was listed twice, so we merged the two entries. We already have this from you for the other entry.",
  partner_deleted: "The partner's account was deleted.",
} as const;
export type ClosingReason = keyof typeof CLOSING_REASONS;
export const CLOSING_REASON_CODES = Object.keys(CLOSING_REASONS) as ClosingReason[];

/** The reason with a stored code; null for a code that only a newer version knows. */
export const closingReasonOf = (stored: string | null): ClosingReason | null =>
  CLOSING_REASON_CODES.find((code) => code === stored) ?? null;

/** How long an owner has to answer before staff decide about a transfer. */
export const OWNER_ANSWER_DAYS = 3; // business days
