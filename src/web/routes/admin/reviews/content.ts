import { isolated } from "../../../../shared/format.ts";
import type { Decision, ReviewKind, ReviewStatus } from "../../../../shared/reviews/reviews.ts";

export const REVIEWS = {
  title: "Reviews",
  tabs: "What to review",
  cases: "Claims and requests",
  queue: "Queue",
  decidedList: "Decided",
  kind: "Kind",
  kinds: { all: "All", claim: "Claims", request: "Requests" },
  state: "Show",
  pending: "Pending",
  late: "Late only",
  decided: "Decided",
  counts: (claims: number, requests: number) =>
    `${counted(claims, "claim")}, ${counted(requests, "request")}`,
  lateCount: (late: number) => `${late} late`,
  refresh: "Refresh",
  pages: "Pages of the queue",
  older: "Show older",
  failed: "The queue could not be loaded",
  decidedFailed: "The decided cases could not be loaded",
  done: "All is done",
  doneText: "No claim or request is waiting for a decision. New ones appear here.",
  noMatch: "Nothing waits here",
  noMatchText: "Other cases may be waiting: clear the filters to see them all.",
  noneDecided: "No decisions yet",
  noneDecidedText: "Every decision is recorded here, with its reviewer and time.",
  clear: "Show all that waits",
  choose: "Choose a case",
  chooseText: "Oldest first. We promise an answer within 3-5 business days.",
  kindOf: { claim: "Claim", request: "New place" } satisfies Record<ReviewKind, string>,
  status: { pending: "Pending", approved: "Approved", rejected: "Rejected" } satisfies Record<
    ReviewStatus,
    string
  >,
  waitingForPartner: "Waiting for the partner",
  due: (day: string) => `Promised by ${day}`,
  lateBy: (span: string) => `Late by ${span}`,
  by: (name: string, when: string) => `by ${isolated(name)}, ${when}`,
  files: (count: number) => counted(count, "file"),
  rivals: (count: number) => `${counted(count, "other claim")} waiting`,
} as const;

export const CASE = {
  pane: "Case",
  back: "Back to the queue",
  failed: "The case could not be loaded",
  sent: (day: string) => `Sent ${day}`,
  place: "Place",
  placeGone: "This place is no longer in the directory.",
  asked: "The requested place",
  made: "The place created by the approval",
  address: "Address",
  onMap: "Search on a map",
  onWeb: "Search the web",
  category: "Category",
  phone: "Phone",
  website: "Website",
  certificate: "Halal certificate",
  owner: "Owner",
  noOwner: "No owner yet",
  since: "Listed since",
  tiers: { verified: "Verified", reported: "Reported", friendly: "Friendly", unverified: "Not verified" },
  categories: {
    restaurant: "Restaurant",
    mosque: "Mosque",
    grocery: "Grocery Store",
    services: "Services",
    retail: "Retail",
  },
  claimant: "Claimant",
  requester: "Requester",
  gone: (name: string) => `The account of ${isolated(name)} was deleted.`,
  verified: "Verified Partner",
  unverified: "Not verified yet",
  contact: "Contact",
  confirmed: (day: string) => `Address confirmed on ${day}`,
  unconfirmed: "Address not confirmed",
  partnerSince: "Partner since",
  places: "Its other places",
  noPlaces: "None yet",
  statement: "What they wrote",
  noStatement: "The claim has no statement.",
  others: "Other claims of this place",
  noOthers: "No one else claims it.",
  duplicates: "Possible duplicates in the directory",
  noDuplicates: "There is nothing similar in the directory.",
  evidence: "Evidence",
  noEvidence: "No file came with this claim.",
  removed: (day: string) => `The file was deleted on ${day}. Its fingerprint stays:`,
  decidedBy: (status: string, name: string, when: string) => `${status} by ${isolated(name)} on ${when}`,
  unknownReviewer: "the product",
  reason: "Reason",
  note: "Note",
} as const;

const VERB = { approved: "Approve", rejected: "Reject" } as const;
const IN_PROGRESS = { approved: "Approving...", rejected: "Rejecting..." } as const;
const THING = { claim: "claim", request: "request" } as const;

export const DECIDE = {
  act: (decision: Decision) => VERB[decision],
  title: (decision: Decision, kind: ReviewKind) => `${VERB[decision]} this ${THING[kind]}`,
  sending: (decision: Decision) => IN_PROGRESS[decision],
  reason: "Reason",
  noReason: "No reason named",
  notes: "Note to the partner",
  notesHint: "Optional if the reason is clear enough",
  cancel: "Cancel",
  mailed: "The partner will get this email",
  inPortal: "And will see this in the portal",
  rivals: (count: number) =>
    count === 1
      ? "The other claim of this place will be rejected too."
      : `The ${count} other claims of this place will be rejected too.`,
  missing: "Choose a reason or write a note",
  done: (kind: ReviewKind, decision: Decision) => `${kind === "claim" ? "Claim" : "Request"} ${decision}`,
  doneText: (place: string, partner: string) =>
    `${isolated(place)}. ${isolated(partner)} was notified by email.`,
  failed: "The decision was not saved",
  alreadyDecided: "Someone else has already decided this case",
  alreadyDecidedText: (place: string, status: string, name: string, when: string) =>
    `${place} was ${status} by ${isolated(name)} on ${when}.`,
  goneText: (place: string) => `${isolated(place)} no longer exists.`,
  movedOn: "Here is the next case.",
  noteKept: "Your note is kept.",
  unsent: "Your note was not sent",
  unsentWhat: "the note",
  next: "Next case",
  owned: (owner: string) => `This place belongs to ${owner} already.`,
} as const;

export const UNDO = {
  act: "Undo the decision",
  actMore: "Undo the question",
  sending: "Undoing...",
  until: (time: string) =>
    `You can undo this until ${time}. A partner who was told already gets another email.`,
  done: "Decision undone",
  doneText: (place: string) => `${isolated(place)} waits for a decision again.`,
  failed: "The decision was not undone",
} as const;

export const ASK = {
  act: "Ask for more",
  title: "Ask for more documents",
  lead: "The claim waits for the partner, and its promised day moves until the documents are here.",
  notes: "What is missing",
  hint: "For example: a lease or license that names this address",
  missing: "Write what is missing",
  sending: "Asking...",
  done: "Question sent",
  failed: "The question was not sent",
  asked: "Asked for, not here yet",
  askedBefore: "What we asked for",
} as const;

const MOVES = [
  ["j", "next"],
  ["k", "previous"],
  ["Enter", "open"],
  ["a", "approve"],
  ["r", "reject"],
] as const;

export const SHORTCUTS = [...MOVES, ["m", "ask for more"], ["Esc", "back"]] as const;
/** Of changes and transfers: their partner is not asked for more. */
export const OWNERSHIP_SHORTCUTS = [...MOVES, ["Esc", "back"]] as const;

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

export const POSITION = {
  title: "Where it is (optional)",
  why: "With a maps place ID or coordinates the next sync can match the place; without them it waits under Sync.",
  placeId: "Maps place ID",
  latitude: "Latitude",
  longitude: "Longitude",
} as const;
