import { isolated } from "../../../../../shared/format.ts";
import type { Decision } from "../../../../../shared/reviews/reviews.ts";

const COMMON = {
  state: "Show",
  pending: "Pending",
  approved: "Approved",
  rejected: "Rejected",
  back: "Back to the list",
  goneTitle: "This case is not in the list",
  goneText: "It may be decided by now. Choose another one, or look among the decided ones.",
  noneLate: "Nothing is late",
  noneLateText: "Every case that waits for us is within its promised day.",
  noneDecided: "Nothing here",
  noneDecidedText: "Every decision stays here, with its reviewer and time.",
} as const;

/** The words of one of the two screens. */
export type OwnershipWords = typeof CHANGES | typeof TRANSFERS;

export const CHANGES = {
  ...COMMON,
  tab: "Changes",
  thing: "change",
  kind: "Change",
  list: "Changes that owners propose",
  pages: "Pages of changes",
  failed: "The changes could not be loaded",
  none: "No change is waiting",
  noneText: "When an owner changes a name, address or category, it appears here.",
  choose: "Choose a change",
  chooseText: "Oldest first. We promise an answer within 3-5 business days.",
  pane: "Change",
} as const;

export const TRANSFERS = {
  ...COMMON,
  tab: "Transfers",
  thing: "transfer",
  kind: "Transfer",
  list: "Transfers of places",
  pages: "Pages of transfers",
  failed: "The transfers could not be loaded",
  none: "No transfer is waiting",
  noneText: "When a partner asks for a place that has an owner, it appears here.",
  choose: "Choose a transfer",
  chooseText: "The owner can answer first, within three business days. Then we decide.",
  pane: "Transfer",
} as const;

export const CHANGE = {
  edited: (by: string | null, when: string) =>
    `${by === null ? "An operator" : isolated(by)} changed it on ${when}, after the owner asked.`,
  fields: {
    name: "Name",
    address: "Street address",
    city: "City",
    state: "State",
    zipCode: "Postal code",
    category: "Category",
    subcategory: "Subcategory",
    phone: "Phone",
    website: "Website",
  },
  renamed: (tier: string) =>
    `This place is ${tier.toLowerCase()} based on records about its current name. Approve the new name only if it is the ` +
    "same business and its certificate covers that name. Otherwise, withdraw the evidence first.",
} as const;

const VERB = { approved: "Approve", rejected: "Reject" } as const;
const IN_PROGRESS = { approved: "Approving...", rejected: "Rejecting..." } as const;
const PAST = { approved: "approved", rejected: "rejected" } as const;

export const OUTCOME = {
  title: (decision: Decision, thing: string) => `${VERB[decision]} this ${thing}`,
  sending: (decision: Decision) => IN_PROGRESS[decision],
  done: (decision: Decision, kind: string) => `${kind} ${PAST[decision]}`,
  doneText: (place: string, partner: string) =>
    `${isolated(place)}. ${isolated(partner)} was notified by email.`,
  onlyReject: "This place is no longer in the directory. You can only reject this.",
  reasons: {
    withdrawn: "The partner withdrew it.",
    merged: "The place was listed twice, and the other entry had one already.",
    replaced: "The partner sent a newer change.",
    released: "The place has no owner any more.",
    transferred: "The place has another owner now.",
    partner_deleted: "The partner's account was deleted.",
  },
} as const;
