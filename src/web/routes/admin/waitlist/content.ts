import { MISSING } from "../../../../modules/waitlist/schema.ts";
import type { FormWords } from "../../../kit/dialog/form-dialog.tsx";

export const DELETE = {
  question: (what: string) => `Delete ${what}? You can restore what you delete for 30 days.`,
  many: (what: string) => `${what} deleted`,
} as const;

export const EDIT: FormWords = {
  title: "Correct signup",
  submit: "Save changes",
  sending: "Saving...",
  missing: MISSING,
  failed: "Failed to correct the signup",
};

export const EDITED = "Signup corrected";
export const NEW_ADDRESS =
  "A new address gets an email and must be confirmed again. No broadcasts go to it until then, and email waiting for the old address is stopped.";

export const FIELD_LABELS = {
  firstName: "First name",
  email: "Email",
  city: "City",
  isBetaTester: "Beta tester",
} as const;

export const SIGNUP = {
  yes: "Yes",
  imported: (source: string) => `They agreed elsewhere: ${source || "not recorded"}.`,
} as const;
