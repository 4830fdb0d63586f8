import type { ReactNode } from "react";
import { REVIEW_PROGRESS, STATUS_NAMES } from "../../../copy/en/partner.ts";
import { formatDay, formatDueDay } from "../../../shared/format.ts";
import type { ReviewStatus } from "../../../shared/reviews/reviews.ts";
import { Badge } from "../../kit/page/badge.tsx";

interface Reviewed {
  readonly status: ReviewStatus;
  readonly submittedAt: Date;
  readonly reviewedAt: Date | null;
  /** When the answer is due; null while we wait for the partner. */
  readonly dueBy: Date | null;
}

const TONES = { pending: "warning", approved: "good", rejected: "bad" } as const;

export const StatusBadge = ({ status }: { readonly status: ReviewStatus }) => (
  <Badge tone={TONES[status]}>{STATUS_NAMES[status]}</Badge>
);

/** The progress of a claim or request while it is pending; once it is decided, its two days in a line. */
export function ReviewState({ reviewed }: { readonly reviewed: Reviewed }) {
  const { status, submittedAt, reviewedAt } = reviewed;
  if (status === "pending") return <ReviewProgress reviewed={reviewed} />;
  return (
    <p className="soft">
      <Day word={REVIEW_PROGRESS.submitted} at={submittedAt} day={formatDay(submittedAt)} />
      {reviewedAt && (
        <>
          {" · "}
          <Day word={REVIEW_PROGRESS.reviewed} at={reviewedAt} day={formatDay(reviewedAt)} />
        </>
      )}
    </p>
  );
}

/** The progress of a claim or request: sent, in review, decided, each with its date. */
export function ReviewProgress({ reviewed }: { readonly reviewed: Reviewed }) {
  const { status, submittedAt, reviewedAt, dueBy } = reviewed;
  const pending = status === "pending";
  const stops: Stop[] = [
    {
      name: REVIEW_PROGRESS.sent,
      note: <Day word={REVIEW_PROGRESS.submitted} at={submittedAt} day={formatDay(submittedAt)} />,
      state: "passed",
    },
    {
      name: REVIEW_PROGRESS.inReview,
      note: pending && <Due at={dueBy} />,
      state: pending ? "here" : "passed",
    },
    {
      name: REVIEW_PROGRESS.decided,
      note: reviewedAt && <Day word={REVIEW_PROGRESS.reviewed} at={reviewedAt} day={formatDay(reviewedAt)} />,
      state: pending ? "ahead" : status === "approved" ? "arrived" : "ended",
    },
  ];
  return <Stops label={REVIEW_PROGRESS.label} stops={stops} />;
}

const Due = ({ at }: { readonly at: Date | null }) =>
  at === null ? (
    REVIEW_PROGRESS.yours
  ) : (
    <Day word={REVIEW_PROGRESS.promised} at={at} day={formatDueDay(at)} />
  );

interface DayProps {
  readonly word: string;
  readonly at: Date;
  /** As shown on the page. */
  readonly day: string;
}

const Day = ({ word, at, day }: DayProps) => (
  <>
    {word} <time dateTime={at.toISOString()}>{day}</time>
  </>
);

/** A step of a process; the last one is `arrived` or, after a rejection, `ended`. */
export interface Stop {
  readonly name: string;
  readonly note?: ReactNode;
  readonly state: "passed" | "here" | "ahead" | "arrived" | "ended";
}

interface StopsProps {
  readonly label: string;
  readonly stops: readonly Stop[];
}

/** Progress as a dotted route with stops. */
export function Stops({ label, stops }: StopsProps) {
  return (
    <ol className="stops" aria-label={label}>
      {stops.map(({ name, note, state }) => (
        <li key={name} data-state={state} aria-current={state === "here" ? "step" : undefined}>
          <span className="stops-name">{name}</span>
          {note && <span className="stops-note">{note}</span>}
        </li>
      ))}
    </ol>
  );
}
