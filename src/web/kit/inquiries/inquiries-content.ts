import { MISSING_IN_ADMIN } from "../../../modules/inquiries/schema.ts";
import type { FormWords } from "../dialog/dialog-form.tsx";

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

export const PROGRESS = {
  stage: "Stage",
  assigneeId: "Assignee",
  placeId: "Our place",
  unassigned: "Unassigned",
  saving: "Saving...",
  saved: "Inquiry saved",
  failed: "Failed to update partnership",
  conflict: "Two changes at once",
} as const;

export const OUR_PLACE = {
  title: "Is this one of our places?",
  failed: "The places could not be loaded",
  none: "No place has a name like this.",
  link: "Yes, this one",
  unlink: "Unlink",
  another: "another place",
} as const;

export const ACCOUNT = {
  title: "Partner account",
  has: "They have an account:",
  none: "They have no partner account yet.",
  ask: "They have no partner account yet. A super admin can create one.",
  invite: "Create an account for them",
  question:
    "They get an email with a link to choose a password, which works for 7 days. They claim their places themselves.",
  send: "Create account",
  sending: "Creating...",
  mailed: "Invitation mailed",
  made: "Account created",
  failed: "Failed to create the account",
  handOver: "This server cannot send mail. Give them this link yourself; it is shown once.",
  link: "Link to choose a password",
} as const;

export const ANSWERS = {
  title: "Answer by mail",
  field: (email: string) => `Answer to ${email}`,
  hint: "Plain text. Replies come to your own address, and their message is quoted below your answer.",
  send: "Send answer",
  sending: "Sending...",
  missing: "Please write the answer first",
  sent: "Answer sent",
  failed: "Failed to send the answer",
  to: "to",
} as const;

export const MAIL_STATES = {
  waiting: { name: "On its way", tone: "plain" },
  sent: { name: "Mailed", tone: "good" },
  failed: { name: "Not delivered", tone: "bad" },
} as const;

export const BULK_INQUIRIES = {
  close: {
    name: "Close",
    acting: "Closing...",
    question: (what: string) => `Set the stage of ${what} to closed?`,
    done: (what: string) => `${what} closed`,
    failed: "Failed to close the inquiries",
  },
  delete: {
    name: "Delete",
    acting: "Deleting...",
    question: (what: string) => `Delete ${what}? You can restore what you delete for 30 days.`,
    done: (what: string) => `${what} deleted`,
    failed: "Failed to delete the inquiries",
  },
} as const;
