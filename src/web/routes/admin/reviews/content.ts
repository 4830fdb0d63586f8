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
  failed: "The case could not be loaded",
  sent: (day: string) => `Sent ${day}`,
  placeGone: "This place is no longer in the directory.",
  tiers: { verified: "Verified", reported: "Reported", friendly: "Friendly", unverified: "Not verified" },
  categories: {
    restaurant: "Restaurant",
    mosque: "Mosque",
    grocery: "Grocery Store",
    services: "Services",
    retail: "Retail",
  },
  gone: (name: string) => `The account of ${isolated(name)} was deleted.`,
  evidence: "Evidence",
  decidedBy: (status: string, name: string, when: string) => `${status} by ${isolated(name)} on ${when}`,
} as const;

const VERB = { approved: "Approve", rejected: "Reject" } as const;
const IN_PROGRESS = { approved: "Approving...", rejected: "Rejecting..." } as const;
const THING = { claim: "claim", request: "request" } as const;

export const DECIDE = {
  act: (decision: Decision) => VERB[decision],
  title: (decision: Decision, kind: ReviewKind) => `${VERB[decision]} this ${THING[kind]}`,
  sending: (decision: Decision) => IN_PROGRESS[decision],
  missing: "Choose a reason or write a note",
  doneText: (place: string, partner: string) =>
    `${isolated(place)}. ${isolated(partner)} was notified by email.`,
  alreadyDecidedText: (place: string, status: string, name: string, when: string) =>
    `${place} was ${status} by ${isolated(name)} on ${when}.`,
  goneText: (place: string) => `${isolated(place)} no longer exists.`,
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
