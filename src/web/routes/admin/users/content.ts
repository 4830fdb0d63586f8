export const USERS = {
  title: "Users",
  list: "Staff accounts",
  caption: "Staff accounts",
  counts: "Counts",
  total: "All accounts",
  active: "Active",
  withMfa: "With MFA",
  failed: "The accounts could not be loaded",
  search: "Search username or email",
  pages: "Pages of the accounts",
  noMatch: "Nobody matches",
  clear: "Clear search",
  columns: {
    username: "Username",
    email: "Email",
    role: "Role",
    status: "Status",
    mfa: "MFA",
    lastLogin: "Last login",
    created: "Created",
    actions: "Actions",
  },
  you: "you",
  inactive: "Inactive",
  mfaOn: "On",
  mfaOff: "Off",
  never: "Never",
  none: "None",
  roleOf: (username: string) => `Role of ${username}`,
  actionsFor: (username: string) => `Actions for ${username}`,
} as const;

export const USER_ACTIONS = {
  activate: "Activate",
  deactivate: "Deactivate",
  resetMfa: "Reset MFA",
  setPassword: "Set new password",
} as const;

/** Quoted from the specification, the last two after its manner. */
export const USER_FAILED = {
  create: "Failed to create user",
  update: "Failed to update user",
  deactivate: "Failed to deactivate user",
  resetMfa: "Failed to reset MFA",
  setPassword: "Failed to set the password",
} as const;

export const USER_DONE = {
  created: (username: string) => `${username} can sign in now`,
  role: (username: string, role: string) => `${username}: ${role}`,
  activated: (username: string) => `${username} is active again`,
  deactivated: (username: string) => `${username} is inactive`,
  resetMfa: (username: string) => `${username} can sign in without a code`,
  setPassword: (username: string) => `${username} has a new password`,
} as const;

export const ADD_USER = {
  open: "Add Admin User",
  title: "Add Admin User",
  text: "Give the password over in person. They can change it under Security.",
  username: "Username",
  email: "Email",
  role: "Role",
  password: "Password",
  rules: "8 to 128 characters, and not a common one.",
  submit: "Add user",
  sending: "Adding...",
  cancel: "Cancel",
} as const;

export const NEW_PASSWORD = {
  title: (username: string) => `New password for ${username}`,
  text: "Every session of this account ends at once.",
  password: "New password",
  missing: "New password is required",
  submit: "Set password",
  sending: "Saving...",
} as const;

export const ASK = {
  deactivate: {
    title: (username: string) => `Deactivate ${username}`,
    text: "They cannot sign in any more, and every session of theirs ends at once. You can activate the account again.",
    acting: "Deactivating...",
  },
  resetMfa: {
    title: (username: string) => `Reset MFA of ${username}`,
    text: "For somebody who lost phone and backup codes. Their second step is turned off and every session ends; make sure that it is really them who ask.",
    acting: "Resetting...",
  },
} as const;
