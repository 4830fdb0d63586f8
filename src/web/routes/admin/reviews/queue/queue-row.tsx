import { Link } from "@tanstack/react-router";
import { formatDay, formatDueDay, formatElapsed } from "../../../../../shared/format.ts";
import { Badge } from "../../../../kit/page/badge.tsx";
import { UserText } from "../../../../kit/page/user-text.tsx";
import { REVIEWS } from "../content.ts";
import { withCase } from "../use-open-case.ts";
import { keyOf, type Line } from "./queue-rows.ts";

interface QueueRowProps {
  readonly line: Line;
  readonly open: boolean;
  readonly now: number;
}

export function QueueRow({ line, open, now }: QueueRowProps) {
  const { kind, name, partnerName, where, files, rivals, decided, late } = line;
  const facts = [where, files > 0 && REVIEWS.files(files), rivals > 0 && REVIEWS.rivals(rivals)];
  return (
    <li>
      <Link
        className="queue-line"
        to="."
        search={withCase(keyOf(line))}
        state={(before) => before}
        resetScroll={false}
        data-case={keyOf(line)}
        data-late={late || undefined}
        aria-current={open ? "true" : undefined}
      >
        <span className="queue-name">
          <UserText text={name} />
        </span>
        <span className="queue-kind">{REVIEWS.kindOf[kind]}</span>
        <bdi className="queue-partner">{partnerName}</bdi>
        <span className="queue-facts">{facts.filter(Boolean).join(" · ")}</span>
        {decided ? <Outcome decided={decided} /> : <DueDate line={line} now={now} />}
      </Link>
    </li>
  );
}

/** The promised day, or by how much it was missed, or that the partner has to answer first. */
export function DueDate({
  line: { late, dueBy },
  now,
  className = "queue-due",
  waiting = REVIEWS.waitingForPartner,
}: {
  readonly line: Pick<Line, "late" | "dueBy">;
  readonly now: number;
  readonly className?: string;
  /** Shown while nothing is promised. */
  readonly waiting?: string | undefined;
}) {
  if (dueBy === null) {
    return (
      <span className="queue-late">
        <Badge tone="warning">{waiting}</Badge>
      </span>
    );
  }
  if (late) {
    return (
      <span className="queue-late">
        <Badge tone="bad">{REVIEWS.lateBy(formatElapsed(now - dueBy.getTime()))}</Badge>
      </span>
    );
  }
  return <span className={className}>{REVIEWS.due(formatDueDay(dueBy))}</span>;
}

export function Outcome({ decided: { status, at, by } }: { readonly decided: NonNullable<Line["decided"]> }) {
  return (
    <span className="queue-outcome">
      <Badge tone={status === "approved" ? "good" : "bad"}>{REVIEWS.status[status]}</Badge>{" "}
      {by ? REVIEWS.by(by, formatDay(at)) : formatDay(at)}
    </span>
  );
}
