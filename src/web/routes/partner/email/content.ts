import { isolated } from "../../../../shared/format.ts";

export const CODE = {
  title: "Confirm an address",
  label: "Six digits from our mail",
  submit: "Confirm",
  sending: "Confirming...",
  missing: "Please enter the six digits",
  done: "Your address is confirmed",
  failed: "Not confirmed",
  tryAgain: "Please try again.",
} as const;

export const BANNER = {
  title: "Please confirm your address",
  text: (email: string) =>
    `We mailed ${isolated(email)} a link and six digits. Open the link, or enter the digits here. Nothing there? Look in the spam folder too.`,
  required: "You can search already. Claims, requests and files can be sent once the address is confirmed.",
  again: "Send again",
  sent: "Please look into your mailbox",
  sentText: "We send at most one mail in ten minutes.",
  failed: "No email was sent",
  tryAgain: "Please try again.",
} as const;

export const EMAIL = {
  title: "Email address",
  current: "Your address",
  state: "State",
  confirmed: "Confirmed",
  unconfirmed: "Not confirmed",
  waiting: (email: string) =>
    `We mailed ${isolated(email)} a link and six digits. Your address changes once you have opened the link or entered the digits here.`,
  change: "Change the address",
  next: "New email address",
  password: "Your password",
  submit: "Change address",
  sending: "Sending...",
  missing: "Please fill in all required fields",
  sent: "Please look into the new mailbox",
  failed: "The address was not changed",
  tryAgain: "Please try again.",
} as const;
