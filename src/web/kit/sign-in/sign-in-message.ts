import { refusalOf } from "../../lib/refusal.ts";

/**
 * The server's message and how long to wait; `wrong` for a refusal without a message, `failed` where the server
 * did not respond. Leaves the status out: it does not help a person who signs in.
 */
export function signInMessage(error: unknown, wrong: string, failed: string): string {
  const refused = refusalOf(error);
  if (!refused) return failed;
  const sentence = refused.sentence || wrong;
  return refused.retryAfter === null ? sentence : `${sentence} ${waitText(refused.retryAfter)}`;
}

const MINUTE = 60;

function waitText(seconds: number): string {
  if (seconds <= MINUTE) return `You can try again in ${counted(seconds, "second")}.`;
  return `You can try again in ${counted(Math.ceil(seconds / MINUTE), "minute")}.`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
