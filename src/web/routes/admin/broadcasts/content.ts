import type { BroadcastState, RECIPIENT_STATES } from "../../../../modules/waitlist/broadcasts/schema.ts";

export const STATES = {
  draft: { name: "Draft", tone: "plain" },
  scheduled: { name: "Scheduled", tone: "info" },
  sending: { name: "Sending", tone: "info" },
  paused: { name: "Paused", tone: "warning" },
  sent: { name: "Sent", tone: "good" },
  cancelled: { name: "Canceled", tone: "bad" },
} as const satisfies Record<BroadcastState, object>;

export const STATE_NAMES = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Sending",
  paused: "Paused",
  sent: "Sent",
  cancelled: "Canceled",
} as const satisfies Record<BroadcastState, string>;

export const RECIPIENT_NAMES = {
  waiting: "Waiting",
  taken: "Being sent",
  sent: "Sent",
  failed: "Failed",
  skipped: "Skipped",
  unknown: "Unknown",
} as const satisfies Record<(typeof RECIPIENT_STATES)[number], string>;

export const BROADCASTS = {
  title: "Broadcasts",
  progress: (sent: string, audience: string) => `${sent} of ${audience} sent`,
  people: (count: string) => `${count} ${count === "1" ? "person" : "people"}`,
} as const;

export const PREVIEW = {
  title: "Preview",
  empty: "Write a subject and a message to see them here as recipients will.",
  failed: "The preview could not be made",
  frame: "The email as recipients see it",
  widths: "Width of the preview",
  phone: "Phone",
  desktop: "Desktop",
  subject: (subject: string) => `Subject: ${subject}`,
  fixed:
    "Your postal address and the link to leave the waitlist are part of every broadcast and cannot be removed: the law requires both. Links do not work in the preview.",
} as const;

export const AUDIENCE = {
  title: "Who gets it",
  note: "People who left the list, or whose address gets no email, are never included.",
  any: "All",
  confirmed: "Address",
  confirmedOptions: { true: "Confirmed", false: "Not confirmed" },
  beta: "Beta",
  betaOptions: { true: "Beta testers", false: "Others" },
  referred: "Joined through a friend's link",
  referredOptions: { true: "Yes", false: "No" },
  neverInvited: "Invited before",
  neverInvitedOptions: { true: "Never invited", false: "Already invited" },
  joinedAfter: "Joined from",
  joinedBefore: "Joined before",
  metro: "Add a metro area",
  metros: "Metro areas",
  metrosNone: "Everywhere, including people without a city",
  add: (name: string) => `Add ${name}`,
  remove: (name: string) => `Remove ${name}`,
  counting: "Counting…",
  countFailed: "The people could not be counted",
} as const;

export const EDITOR = {
  save: "Save draft",
  saving: "Saving...",
  saved: "The draft is saved",
  saveFailed: "The draft was not saved",
  unsaved: "Not saved yet. This tab keeps your text.",
  allSaved: "Saved",
  send: "Send...",
  remove: "Delete draft",
  removing: "Deleting...",
  removed: "The draft is deleted",
  removeFailed: "The draft was not deleted",
  conflict: "Someone else changed this draft while you wrote. Your text is still here.",
  mine: "Save mine over it",
  theirs: "Load theirs and drop mine",
} as const;

export const WATCH = {
  title: "Progress",
  cancel: "Cancel the rest",
} as const;
