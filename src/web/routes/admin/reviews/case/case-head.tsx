import { useEffect, useRef } from "react";
import { formatDay } from "../../../../../shared/format.ts";
import type { ReviewStatus } from "../../../../../shared/reviews/reviews.ts";
import { Badge } from "../../../../kit/page/badge.tsx";
import { Viewers } from "../../../../kit/records/viewers.tsx";
import { useNow } from "../../../../lib/now.ts";
import { CASE, REVIEWS } from "../content.ts";
import { DueDate } from "../queue/queue-row.tsx";

interface CaseHeadProps {
  readonly kind: string;
  readonly name: string;
  /** What the case is. */
  readonly of: "claim" | "request" | "proposal" | "transfer";
  readonly id: string;
  readonly status: ReviewStatus;
  readonly submittedAt: Date;
  /** Null while it waits for the partner. */
  readonly dueBy: Date | null;
  readonly late: boolean;
  /** Shown while nothing is promised; without it that the partner has to answer. */
  readonly waiting?: string | undefined;
}

const SHOWN_OF_ID = 8;
const TONES = { pending: "plain", approved: "good", rejected: "bad" } as const;

export function CaseHead(props: CaseHeadProps) {
  const { kind, name, of, id, status, submittedAt, dueBy, late, waiting } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const now = useNow();
  // Keyboard and screen reader users continue from its name.
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="case-head">
      <p className="case-kind">
        {kind} #{id.slice(0, SHOWN_OF_ID)}
      </p>
      <h2 ref={heading} tabIndex={-1} dir="auto">
        {name}
      </h2>
      <p className="case-line">
        <Badge tone={TONES[status]}>{REVIEWS.status[status]}</Badge>
        <span className="soft">{CASE.sent(formatDay(submittedAt))}</span>
        {status === "pending" && (
          <DueDate className="case-due" line={{ dueBy, late }} now={now} waiting={waiting} />
        )}
      </p>
      <Viewers caseKey={`${of}:${id}`} />
    </header>
  );
}
