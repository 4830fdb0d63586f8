export const PASSKEYS = {
  title: "Passkeys",
  remove: "Remove",
} as const;

const NAME = {
  missing: "Please enter a name",
  label: "Name",
  hint: "So that you recognize it in the list.",
} as const;

export const ADD = {
  ...NAME,
  title: "Add a passkey",
  submit: "Continue",
  sending: "Waiting for the passkey...",
  failed: "Failed to add the passkey",
} as const;

export const RENAME = {
  ...NAME,
  title: "Rename the passkey",
  submit: "Save",
  sending: "Saving...",
  failed: "Failed to rename the passkey",
} as const;
