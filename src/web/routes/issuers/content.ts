import type { IssuerAnswer } from "../../../modules/evidence/schema.ts";

export const ISSUER_ANSWER = {
  title: "Is this certificate yours?",
  text: "The email names the place and the certificate. Your answer decides whether we show the place as verified.",
  question: "The certificate is",
  choices: {
    valid: "Valid",
    revoked: "Revoked",
    not_ours: "Not ours",
  } satisfies Record<IssuerAnswer, string>,
  until: "Valid until (if it differs from the email)",
  missing: "Please choose an answer",
  submit: "Send the answer",
  sending: "Sending...",
  failed: "The answer was not sent",
  tryAgain: "Please try again.",
  done: "Thank you",
  doneText: "Your answer has been recorded and counts from now on.",
  next: "Go to the site",
} as const;
