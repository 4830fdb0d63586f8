import { MISSING_IN_CREATE } from "../../../../modules/accounts/schema.ts";
import type { FormWords } from "../../../kit/dialog/dialog-form.tsx";

export const PASSWORD_RULES =
  "8 to 128 characters, and not a common one. Three or four random words make a good password.";

export const ADD_USER: FormWords = {
  title: "Add Admin User",
  submit: "Add user",
  sending: "Adding...",
  missing: MISSING_IN_CREATE,
  failed: "Failed to create user",
};

export const INVITE_USER: FormWords = {
  title: "Invite user",
  submit: "Send invitation",
  sending: "Inviting...",
  missing: "Username and email are required",
  failed: "Failed to invite the user",
};

export const invitationText = (username: string) => ({
  title: `${username} is invited`,
  text: "The link is also mailed, if this server sends mail. You can hand it over yourself: it is shown only now, works once and for 7 days.",
});

export const LOCKDOWN = {
  title: (username: string) => `Lock down ${username}`,
  text: "For an account that someone else may be using. All its devices are signed out, its tokens, passkeys and links end, and its password and second factor no longer work. Its owner and the other super admins are notified.",
  action: "Lock down",
  acting: "Locking down...",
  failed: "Failed to lock the account down",
  tryAgain: "Please try again.",
  done: (username: string) => `${username} is locked down`,
  doneText:
    "Hand this link over once you are sure who receives it. It sets a new password, works once and for 24 hours.",
  mfaKept:
    "The second factor of a super admin stays until two other super admins reset it, and the account is inactive. The link sets a new password once the account is active again; it works once and for 24 hours.",
  entries: "Last 50 audit entries",
} as const;

export const newPasswordWords = (username: string): FormWords => ({
  title: `New password for ${username}`,
  submit: "Set password",
  sending: "Saving...",
  missing: "New password is required",
  failed: "Failed to set the password",
});

export const CHANGE_ROLE = {
  save: "Save",
  title: (username: string) => `Change ${username}'s role`,
  text: (from: string, to: string) => `From ${from} to ${to}. Every session of this account ends at once.`,
  action: "Change role",
  acting: "Changing...",
} as const;

export const BULK_USERS = {
  activate: {
    name: "Activate",
    acting: "Activating...",
    question: (what: string) => `Activate ${what}? They can sign in again.`,
    done: (what: string) => `${what} activated`,
    failed: "Failed to activate the accounts",
  },
  admin: {
    name: "Make admin",
    acting: "Changing...",
    question: (what: string) => `Change the role of ${what} to admin? All their sessions end at once.`,
    done: (what: string) => `${what} changed to admin`,
    failed: "Failed to change the roles",
  },
  partner_manager: {
    name: "Make partner manager",
    acting: "Changing...",
    question: (what: string) =>
      `Change the role of ${what} to partner manager? All their sessions end at once.`,
    done: (what: string) => `${what} changed to partner manager`,
    failed: "Failed to change the roles",
  },
  deactivate: {
    name: "Deactivate",
    acting: "Deactivating...",
    question: (what: string) =>
      `Deactivate ${what}? They can no longer sign in. All their sessions, API tokens and mailed links end for good, even if you activate them again.`,
    done: (what: string) => `${what} deactivated`,
    failed: "Failed to deactivate the accounts",
  },
} as const;

export const USER = {
  email: "Email",
  role: "Role",
  status: "Status",
  active: "Active",
  inactive: "Inactive",
  mfa: "MFA",
  on: "On",
  off: "Off",
  lastLogin: "Last login",
  never: "Never",
  invited: "Invited",
  locked: "Locked",
  created: "Created",
  inviteAgain: "Invite again",
} as const;
