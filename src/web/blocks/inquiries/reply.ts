import { hours } from "../../../shared/duration.ts";
import { formatDay, formatElapsed } from "../../lib/format/format-date.ts";

/** The landing page promises a reply within a day. */
const PROMISED = hours(24);

export interface Received {
  readonly createdAt: Date;
  /** Null while the inquiry waits for a reply. */
  readonly answeredAt: Date | null;
}

interface Reply {
  readonly text: string;
  readonly tone: "good" | "warning" | "bad";
}

/** Whether an inquiry was answered, and if not, how long it has waited or how late the reply is. */
export function replyOf({ createdAt, answeredAt }: Received, now: number): Reply {
  if (answeredAt) return { text: `Answered ${formatDay(answeredAt)}`, tone: "good" };
  const waited = now - createdAt.getTime();
  if (waited > PROMISED) return { text: `Late by ${formatElapsed(waited - PROMISED)}`, tone: "bad" };
  return { text: `Waiting ${formatElapsed(waited)}`, tone: "warning" };
}
