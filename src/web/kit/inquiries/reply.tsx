import type { STAGES } from "../../../modules/inquiries/schema.ts";
import { hours } from "../../../shared/duration.ts";
import { formatElapsed } from "../../../shared/format.ts";
import { useNow } from "../../lib/now.ts";
import { Badge } from "../page/badge.tsx";
import { Day } from "../table/cells.tsx";

/** The landing page promises a reply within a day. */
export const PROMISED = hours(24);

interface Received {
  readonly createdAt: Date;
  /** When they last replied to an answer; null before that. */
  readonly repliedAt: Date | null;
  /** Null while the inquiry waits for a reply. */
  readonly answeredAt: Date | null;
  readonly stage: (typeof STAGES)[number];
}

interface ReplyShown {
  readonly text: string;
  /** When it was answered. */
  readonly at?: Date;
  readonly tone: "plain" | "good" | "warning" | "bad";
}

/** What became of an inquiry: won, closed or answered, and if nothing, how long it has waited or how late the reply is. */
export function replyOf({ createdAt, repliedAt, answeredAt, stage }: Received, now: number): ReplyShown {
  if (stage === "won") return { text: "Won", tone: "good" };
  if (stage === "closed") return { text: "Closed", tone: "plain" };
  if (answeredAt) return { text: "Answered", at: answeredAt, tone: "good" };
  const waited = now - (repliedAt ?? createdAt).getTime();
  if (waited > PROMISED) return { text: `Late by ${formatElapsed(waited - PROMISED)}`, tone: "bad" };
  if (repliedAt) return { text: `They replied ${formatElapsed(waited)} ago`, tone: "warning" };
  return { text: `Waiting ${formatElapsed(waited)}`, tone: "warning" };
}

export function Reply({ inquiry }: { readonly inquiry: Received }) {
  const { text, tone, at } = replyOf(inquiry, useNow());
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {at && (
        <span className="table-sub">
          <Day at={at} />
        </span>
      )}
    </>
  );
}
