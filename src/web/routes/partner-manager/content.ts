import { isolated } from "../../../shared/format.ts";
import type { FormWords } from "../../kit/dialog/form-dialog.tsx";

export const SIGN_IN = {
  title: "Partner Manager",
  username: "Username",
  password: "Password",
  submit: "Sign In",
  sending: "Signing In...",
  footer: "Restricted access for partner management only",
  failed: "Login Failed",
  wrong: "Invalid credentials",
  error: "Login Error",
  errorText: "An unexpected error occurred. Please try again.",
  done: "Login Successful",
  doneText: (name: string) => `Welcome back, ${name}!`,
  notKept:
    "The sign-in worked, but the browser did not keep the session. Please allow cookies for this site.",
} as const;

export const FIELD_LABELS = {
  businessName: "Business Name",
  contactName: "Contact Name",
  email: "Email",
  password: "Password",
  phone: "Phone",
  isVerified: "Verified Partner",
} as const;

export const ERROR = "Error";

export const ADD_PARTNER: FormWords = {
  title: "Add Partner",
  submit: "Add Partner",
  sending: "Adding...",
  missing: "Please fill in all required fields",
  failed: "Failed to add partner. Please try again.",
  errorTitle: ERROR,
};

export const EDIT_PARTNER: FormWords = {
  title: "Edit Partner",
  submit: "Update Partner",
  sending: "Updating...",
  missing: "Please fill in all required fields",
  failed: "Failed to update partner. Please try again.",
  errorTitle: ERROR,
};

export const DELETE_PARTNER = {
  question: (business: string) =>
    `Are you sure you want to delete "${isolated(business)}"? This action cannot be undone.`,
} as const;

const AGAIN = {
  acting: "Inviting...",
  failed: "Failed to invite",
} as const;

export const INVITE_AGAIN = {
  ...AGAIN,
  link: {
    title: "Link to choose a password",
    text: "This server cannot send mail. Hand the link over yourself: it is shown only now, works once and for 7 days.",
  },
} as const;

export const BULK_PARTNERS = {
  verify: {
    name: "Verify",
    acting: "Verifying...",
    question: (what: string) => `Verify ${what}? Each gets an email about it, which cannot be taken back.`,
    done: (what: string) => `${what} verified`,
    failed: "Failed to verify the partners",
  },
  invite: {
    ...AGAIN,
    name: "Invite again",
    question: (what: string) =>
      `Mail ${what} another link to choose a password? Those who have signed in before are left out.`,
    done: (what: string) => `${what} invited again`,
  },
  delete: {
    name: "Delete",
    acting: "Deleting...",
    question: (what: string) =>
      `Delete ${what}? Their places lose their owner and their sessions end. You can restore what you delete for 30 days.`,
    done: (what: string) => `${what} deleted`,
    failed: "Failed to delete the partners",
  },
} as const;

export const CLAIMS = {
  status: { pending: "Pending", approved: "Approved", rejected: "Rejected" },
} as const;

export const PARTNER = {
  more: (count: number) => `and ${count} more`,
} as const;
