import type { TabId } from "./search-params.ts";

export const PORTAL = {
  title: "Partner Portal",
  verified: "Verified Partner",
  checking: "Checking your session",
  checkFailed: "Failed to check session",
  checkFailedText: "You are still signed in as before. Check the connection and try again.",
  retry: "Try again",
  sessionOver: "Your session has ended. Please sign in again.",
  againTitle: "Please sign in again",
  again: "Your session has ended. Please sign in again. What you typed is kept.",
  leave: "Discard it and leave",
  tabs: "Parts of the portal",
} as const;

export const TAB_NAMES: Readonly<Record<TabId, string>> = {
  search: "Search POIs",
  pois: "My POIs",
  claims: "Claims",
  requests: "Requests",
  reports: "Reports",
};

export const STATUS_NAMES = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;

export const REVIEW_PROGRESS = {
  label: "How far it has come",
  sent: "Sent",
  inReview: "In review",
  decided: "Decided",
  submitted: "Submitted",
  reviewed: "Reviewed",
  promised: "We answer by",
  yours: "We wait for you",
} as const;
