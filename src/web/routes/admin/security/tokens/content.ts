export const TOKENS = {
  title: "API tokens",
  lead: "A script or the command line uses a token instead of your password. It may do only what you choose, and never more than your role.",
  none: "You have no tokens.",
  failed: "The tokens could not be loaded",
  create: "New token",
  device: "Approve a device",
  expired: "Expired",
  used: "Last used",
  from: "from",
  unused: "Never used",
  until: "valid until",
  calls: (count: number) => (count === 1 ? "1 call" : `${count} calls`),
  noCalls: "It opens no calls now.",
  revoke: "Revoke",
  revokeTitle: "Revoke this token?",
  revokeText: "Whatever uses it stops working at once.",
  revoked: "Token revoked",
  revokeFailed: "Failed to revoke the token. Please try again.",
} as const;

export const NEW_TOKEN = {
  title: "New API token",
  name: "Name",
  nameHint: "Where you use it, such as “Nightly report”",
  lifetime: "Valid for",
  submit: "Create token",
  sending: "Creating...",
  missing: "Please fill in all required fields",
  failed: "Failed to create the token. Please try again.",
} as const;

/** In days. */
export const LIFETIMES: readonly (readonly [days: number, label: string])[] = [
  [7, "7 days"],
  [30, "30 days"],
  [90, "90 days"],
  [365, "1 year"],
];

export const MADE = {
  title: "Your new token",
  lead: "Copy it now: it is not shown again.",
  label: "Token",
  what: "the token",
  done: "Done",
} as const;
