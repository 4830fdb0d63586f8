import { hours } from "../../../shared/duration.ts";
import { formatDay, formatElapsed } from "../../lib/format-date.ts";
import { REPLY } from "./content.ts";

const PROMISED = hours(24); // spec: site-and-admin 9

interface Asked {
  readonly createdAt: Date;
  readonly answeredAt: Date | null;
}

export interface ReplyState {
  readonly text: string;
  readonly tone: "plain" | "good" | "warning" | "bad";
}

/** How an inquiry stands against the reply that was promised within 24 hours. */
export function replyOf({ createdAt, answeredAt }: Asked, now: number): ReplyState {
  if (answeredAt) return { text: REPLY.answered(formatDay(answeredAt)), tone: "good" };
  const waited = now - createdAt.getTime();
  if (waited > PROMISED) return { text: REPLY.late(formatElapsed(waited - PROMISED)), tone: "bad" };
  return { text: REPLY.waiting(formatElapsed(waited)), tone: "warning" };
}
