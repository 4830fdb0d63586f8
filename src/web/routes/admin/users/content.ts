import { MISSING_IN_CREATE } from "../../../../modules/accounts/schema.ts";
import type { FormWords } from "../../../blocks/form-dialog/dialog-form.tsx";

export const PASSWORD_RULES =
  "8 to 128 characters, and not a common one. Three or four random words make a good password.";

export const ADD_USER: FormWords = {
  title: "Add Admin User",
  submit: "Add user",
  sending: "Adding...",
  missing: MISSING_IN_CREATE,
  failed: "Failed to create user",
};

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
