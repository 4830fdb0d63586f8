/**
 * The outcome of one attempt to send a mail. `refused`: the server will never take it. `postponed`: the server certainly
 * did not take it, and may later. `unknown`: the connection ended in between, so that it may have been taken.
 */
export type MailOutcome =
  | { readonly kind: "sent" }
  | {
      readonly kind: "refused" | "postponed" | "unknown";
      readonly reason: string;
      /** The server itself failed: it was not reached, refused the sign-in, or did not answer. */
      readonly isServerFailure: boolean;
    };

const REASON_MAX = 300; // characters

/** One line for the operator. */
export const errorLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, REASON_MAX);

/** Before the server has read any of the mail, by nodemailer's name of the step. */
const BEFORE_THE_MAIL = /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH|MAIL FROM)/;
const ABOUT_THE_RECIPIENT = /^(RCPT TO|DATA)/;
/** Codes of nodemailer, and that of our own timeout. */
const SERVER_FAILURE = /^E(CONNECTION|TIMEDOUT|SOCKET|DNS|AUTH|TLS)$/;

interface MailError {
  readonly command?: string;
  readonly responseCode?: number;
  readonly code?: string;
}

/** Reads an error of nodemailer. Only a reply of the server, or a failure before the mail itself, is certain. */
export function outcomeOfFailure(error: unknown): MailOutcome {
  const { command = "", responseCode = 0, code = "" } = (error ?? {}) as MailError;
  const isServerFailure = BEFORE_THE_MAIL.test(command) || SERVER_FAILURE.test(code);
  const failure = { reason: errorLine(error), isServerFailure };
  if (responseCode >= 500 && ABOUT_THE_RECIPIENT.test(command)) return { kind: "refused", ...failure };
  if (responseCode >= 400 || BEFORE_THE_MAIL.test(command)) return { kind: "postponed", ...failure };
  return { kind: "unknown", ...failure };
}
