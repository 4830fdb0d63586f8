export const PASSKEYS = {
  title: "Passkeys",
  lead: "Sign in with your fingerprint, your face or your device's PIN instead of a password.",
  failed: "Your passkeys could not be loaded",
  none: "You have no passkeys yet.",
  unknown: "This browser cannot use passkeys. They need an up-to-date browser and a secure connection.",
  added: "Added",
  used: "Last used",
  neverUsed: "Not used yet",
  add: "Add a passkey",
  rename: "Rename",
  remove: "Remove",
  removeText: (name: string) =>
    `"${name}" will no longer sign you in, and your other devices are signed out. Your device may still list it; delete it there too.`,
  renamed: "Passkey renamed",
  removed: "Passkey removed",
  addFailed: "Failed to add the passkey",
  renameFailed: "Failed to rename the passkey",
  removeFailed: "Failed to remove the passkey",
  exists: "This device already has a passkey for your account.",
  done: "Passkey added",
} as const;

const NAME = {
  missing: "Please enter a name",
  label: "Name",
  hint: "So that you recognize it in the list.",
} as const;

export const ADD = {
  ...NAME,
  title: PASSKEYS.add,
  submit: "Continue",
  sending: "Waiting for the passkey...",
  failed: PASSKEYS.addFailed,
} as const;

export const RENAME = {
  ...NAME,
  title: "Rename the passkey",
  submit: "Save",
  sending: "Saving...",
  failed: PASSKEYS.renameFailed,
} as const;
