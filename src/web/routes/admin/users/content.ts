import { MISSING_IN_CREATE } from "../../../../modules/accounts/schema.ts";
import type { FormWords } from "../../../kit/dialog/form-dialog.tsx";

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
