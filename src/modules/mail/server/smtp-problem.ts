import type { Problem } from "../../../shared/problem.ts";
import { errorLine } from "../outcome.ts";

/** The fields of an error of nodemailer. */
interface SmtpFailure {
  readonly code?: unknown;
  /** The step that failed. */
  readonly command?: unknown;
  /** The server's. Its text is never shown: it may repeat the user name. */
  readonly responseCode?: number;
}

const CHECK_ADDRESS = "Check host and port of MAIL_URL, and that the network lets this machine reach them.";

/** Why the mail server at `place` (host and port) cannot be used. */
export function smtpProblem(place: string, error: unknown): Problem {
  const { code, command, responseCode } = (error ?? {}) as SmtpFailure;
  const answer = responseCode === undefined ? "" : ` (${responseCode})`;
  if (code === "EAUTH") {
    return {
      sentence: `The mail server ${place} refuses the user name or the password${answer}.`,
      remedy: "Correct them in MAIL_URL, with special characters percent-encoded.",
    };
  }
  if (code === "ETLS") {
    return {
      sentence: `The mail server ${place} offers no encryption that can be used (${responseCode === undefined ? errorLine(error) : `STARTTLS ${responseCode}`}).`,
      remedy:
        "Use a port with STARTTLS (587) or smtps:// (465), and a certificate that is valid for the host.",
    };
  }
  if (responseCode !== undefined) {
    return {
      sentence: `The mail server ${place} refuses ${command === "CONN" ? "the connection" : command}${answer}.`,
      remedy: "Ask its operator whether this machine may send mail.",
    };
  }
  return {
    sentence: `The mail server ${place} cannot be reached: ${errorLine(error)}.`,
    remedy: CHECK_ADDRESS,
  };
}
