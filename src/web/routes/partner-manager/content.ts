import type { FormWords } from "../../blocks/form-dialog/dialog-form.tsx";
import { isolated } from "../../lib/format/isolated.ts";

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
  done: "Partner Deleted",
  doneText: "Business partner has been removed successfully.",
  failed: "Failed to delete partner. Please try again.",
} as const;

export const PARTNER = {
  edit: "Edit",
  contact: "Contact",
  email: "Email",
  phone: "Phone",
  status: "Status",
  verified: "Verified",
  pending: "Pending",
  confirmed: "Address confirmed",
  notConfirmed: "Not yet",
  created: "Created",
  places: "Places",
  placesFailed: "The places could not be loaded",
  noPlaces: "They own no place yet.",
  more: (count: number) => `and ${count} more`,
} as const;
