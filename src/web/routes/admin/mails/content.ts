import type { SUPPRESSION_REASONS } from "../../../../modules/mail/schema.ts";
import type { FormWords } from "../../../kit/dialog/dialog-form.tsx";

export const STATE_NAMES = { waiting: "Waiting", sent: "Sent", failed: "Given up" } as const;

export const REASON_NAMES = {
  bounced: "Bounced",
  complained: "Reported as spam",
  manual: "Stopped manually",
} as const satisfies Record<(typeof SUPPRESSION_REASONS)[number], string>;

export const MAIL = {
  notTried: "Not tried yet",
  sending: "Being sent now",
  attempts: (count: number) => `${count} ${count === 1 ? "attempt" : "attempts"}`,
  again: "Send again",
  againDone: "It goes out with the next delivery",
  againFailed: "The mail was not queued again",
  sendingAgain: "Sending...",
  againMany: (what: string) => `Send ${what} again with the next delivery?`,
  againManyDone: (what: string) => `${what} will go out with the next delivery`,
} as const;

export const STATUS = {
  title: "Sending",
  failed: "The sending status could not be loaded",
  noServer: "No mail server is set up, so mails wait here. Ask the server's operator to set MAIL_URL.",
  stopped: (since: string, reason: string) =>
    `No mail has been sent since ${since}: ${reason}. Sending more could get all our mail blocked. Find the cause, then resume.`,
  waiting: "Waiting",
  givenUp: "Given up",
  sent: "Sent in 24 hours",
  bounces: "Bounces",
  limit: (window: number, max: number) => `of the last ${window}; more than ${max} stop all mail`,
  complaints: (count: string, max: number) => `${count} reported as spam; more than ${max} stop all mail`,
} as const;

export const RESUME = {
  action: "Resume sending",
  acting: "Resuming...",
  text: "Mails go out again, and only what is reported from now on counts. Remove addresses that bounce from your lists first.",
  done: "Mails are sent again",
  failed: "Sending was not resumed",
} as const;

export const SUPPRESS: FormWords = {
  title: "Stop mail to an address",
  submit: "Stop mail",
  sending: "Stopping...",
  missing: "Please enter an email address",
  failed: "The address was not added",
};

export const SUPPRESSED = {
  lead: "The address gets nothing from us, not even a link to reset a password.",
  done: "No mail goes to this address from now on",
  unknown: "Address not known",
  unknownNote: "only its hash is kept",
  allow: "Allow mail",
  allowTitle: "Allow mail to this address?",
  allowText: "Only do this if the address works again, or if the person asked for it.",
  allowing: "Allowing...",
  allowed: "Mail to this address is allowed again",
  allowFailed: "The address still gets no mail",
} as const;

export const MAIL_FACTS = {
  to: "To",
  kind: "Kind",
  state: "State",
  why: "Why",
  attempts: "Attempts",
  next: "Next attempt",
  sent: "Sent",
  written: "Written",
} as const;
