import { MISSING } from "../../../../modules/waitlist/schema.ts";
import { number } from "../../../../shared/format.ts";
import type { FormWords } from "../../../kit/dialog/dialog-form.tsx";

const people = (count: number) => `${number.format(count)} ${count === 1 ? "person" : "people"}`;
const lines = (count: number) => `${number.format(count)} ${count === 1 ? "line" : "lines"}`;

export const IMPORT = {
  open: "Import",
  title: "Import a list",
  text: "Add people who agreed elsewhere, such as at a fair. No email is sent to them now.",
  label: "A CSV file, up to 10 MiB",
  columns:
    "Columns: firstName, email, consentSource (how they agreed) and consentAt (when), and if you have them city and isBetaTester.",
  choose: "Choose a file",
  sending: (name: string) => `Importing ${name}…`,
  unreached: "The server was not reached. Nothing was imported.",
  done: "List imported",
  counts: (created: number, updated: number) =>
    `${people(created)} added, ${people(updated)} on the waitlist already.`,
  refused: (count: number) => `Nothing was imported, because ${lines(count)} cannot be read:`,
  left: (count: number) => `${lines(count)} could not be read and were left out:`,
  line: (line: number, reason: string) => `Line ${line}: ${reason}`,
  more: (count: number) => `and ${lines(count)} more`,
  skip: "Import the other lines",
  another: "Choose another file",
  close: "Done",
} as const;

export const DELETE = {
  done: "Signup deleted",
  failed: "Failed to delete the signup",
  question: (what: string) => `Delete ${what}? You can restore what you delete for 30 days.`,
  many: (what: string) => `${what} deleted`,
  failedMany: "Failed to delete the signups",
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
  edit: "Edit",
  failed: "The signup could not be loaded",
  remove: "Delete",
  person: "See and erase this person's data",
  email: "Email",
  city: "City",
  beta: "Beta tester",
  yes: "Yes",
  no: "No",
  joined: "Joined",
  confirmed: "Address confirmed",
  notConfirmed: "Not yet",
  left: "Left",
  invited: "Invited to the beta",
  accepted: "Accepted the invitation",
  source: "Came from",
  friend: "By a friend's link",
  consent: "What they agreed to",
  imported: (source: string) => `They agreed elsewhere: ${source || "not recorded"}.`,
} as const;
