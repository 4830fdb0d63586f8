/** Of another person's account. */
export const ACCOUNT_SESSIONS = {
  title: "Where they are signed in",
  failed: "The sessions could not be loaded",
  none: "They are not signed in anywhere.",
  endAll: "End all",
  ending: "Ending...",
  allEnded: "All sessions ended",
  endFailed: "Failed to end the sessions",
} as const;

export const SESSIONS = {
  title: "Where you are signed in",
  failed: "Your sessions could not be loaded",
  current: "This device",
  noAddress: "Unknown address",
  seen: "Last seen",
  since: "Signed in",
  end: "End this one",
  endOthers: "End all others",
  ended: "Session ended",
  othersEnded: "All other sessions ended",
  endFailed: "Failed to end the session. Please try again.",
  alone: "You are not signed in anywhere else.",
} as const;
