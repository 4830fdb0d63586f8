import { isolated } from "../../../../shared/format.ts";

export const ACCOUNT = {
  open: "Account",
  label: (business: string) => `Account of ${isolated(business)}`,
  details: "Your details",
  email: "Email address",
  changePassword: "Change password",
  sessions: "Sessions",
  download: "Download your data",
  remove: "Delete your account",
} as const;

export const DOWNLOAD = {
  path: "/partner/api/me/export",
  failed: "Failed to download your data",
} as const;

export const REMOVE = {
  lead: "This cannot be undone.",
  goes: "What is deleted",
  goesList: [
    "Your account: name, email address, phone number and password.",
    "Your sign-ins, on all devices.",
    "Files that you uploaded and did not send.",
  ],
  stays: "What stays",
  staysList: [
    "Your places, without an owner. Anyone can claim them again.",
    "Your claims and requests with the name of your business. Open ones are closed, and files that you sent are deleted 30 days later.",
    "A log of what was done with the account, for one year.",
    "Gifts and waitlist signups with the same address. Write to us to have them erased.",
  ],
  password: "Your password",
  missing: "Please enter your password",
  cancel: "Cancel",
  submit: "Delete account",
  sending: "Deleting...",
  done: "Your account is deleted",
  failed: "Failed to delete the account",
  tryAgain: "Please try again.",
} as const;

export const DETAIL_LABELS = {
  businessName: "Business name",
  contactName: "Contact name",
  phone: "Phone",
} as const;

export const DETAILS = {
  title: "Your details",
  submit: "Save",
  sending: "Saving...",
  missing: "Please fill in all required fields",
  failed: "Your details were not saved",
  saved: "Your details are saved",
} as const;

export const PASSWORD = {
  text: "A new password ends your other sessions.",
  rule: "At least 6 characters, and not a common one.",
  current: "Current password",
  next: "New password",
  confirm: "Confirm new password",
  differs: "Passwords do not match",
  missing: "Please fill in all required fields",
  cancel: "Cancel",
  submit: "Change password",
  sending: "Changing...",
  changed: "Password changed",
  failed: "Failed to change the password",
  tryAgain: "Please try again.",
} as const;
