import { MISSING_IN_ADMIN } from "../../../modules/partnerships/schema.ts";
import type { FormWords } from "../form-dialog/dialog-form.tsx";

export const FORM_TEXT = "Only business name and email are required.";

/** The fields of the form, in its order. */
export const FIELD_LABELS = {
  businessName: "Business name",
  email: "Email",
  contactName: "Contact name",
  phone: "Phone",
  website: "Website",
  businessType: "Business type",
  city: "City",
  state: "State",
  message: "Message",
} as const;

export const ADD_INQUIRY: FormWords = {
  title: "Add partnership inquiry",
  submit: "Add inquiry",
  sending: "Saving...",
  missing: MISSING_IN_ADMIN,
  failed: "Failed to create partnership",
};

export const EDIT_INQUIRY: FormWords = {
  title: "Edit partnership inquiry",
  submit: "Save changes",
  sending: "Saving...",
  missing: MISSING_IN_ADMIN,
  failed: "Failed to update partnership",
};

export const INQUIRY = {
  edit: "Edit",
  remove: "Delete",
  noMessage: "They left no message.",
  place: "Place",
  received: "Received",
  from: { user: "from the landing page", admin: "added by staff" },
  reply: "Reply",
} as const;
