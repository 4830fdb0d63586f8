import { Link } from "@tanstack/react-router";
import type { z } from "zod";
import type { queueCounts } from "../../../modules/backoffice/dashboard/schema.ts";
import { DASHBOARD } from "./content.ts";
import { Need } from "./need.tsx";

type QueueCounts = z.output<typeof queueCounts>;

interface Queue {
  /** Of the tabs of the review screen. */
  readonly tab: "readings" | "expiring" | "silent" | "reports" | "changes" | "transfers";
  readonly count: keyof QueueCounts;
  readonly late?: keyof QueueCounts;
  readonly title: (count: number) => string;
  readonly text: string;
  readonly lateText?: (late: number) => string;
  readonly link: string;
}

const QUEUES: readonly Queue[] = [
  {
    tab: "reports",
    count: "reports",
    late: "lateReports",
    title: DASHBOARD.reports,
    text: "Check what the visitor wrote, then publish what you found.",
    lateText: DASHBOARD.reportsLate,
    link: "Open the reports",
  },
  {
    tab: "changes",
    count: "proposals",
    late: "lateProposals",
    title: DASHBOARD.proposals,
    text: "Compare it with the place as it is listed.",
    lateText: DASHBOARD.reviewsLate,
    link: "Open the changes",
  },
  {
    tab: "transfers",
    count: "transfers",
    late: "lateTransfers",
    title: DASHBOARD.transfers,
    text: "The owner refused, or did not answer in time.",
    lateText: DASHBOARD.reviewsLate,
    link: "Open the transfers",
  },
  {
    tab: "readings",
    count: "readings",
    title: DASHBOARD.readings,
    text: "Read them without seeing what the first reader read.",
    link: "Read",
  },
  {
    tab: "readings",
    count: "renewals",
    title: DASHBOARD.renewals,
    text: "Record it from the file, then someone else reads it.",
    link: "Record",
  },
  {
    tab: "silent",
    count: "silentIssuers",
    title: DASHBOARD.silent,
    text: "Look the place up in the issuer's register, or ask again.",
    link: "See which",
  },
  {
    tab: "expiring",
    count: "expiring",
    title: DASHBOARD.expiring,
    text: "Within 30 days, or verified before evidence was recorded.",
    link: "See which",
  },
];

export const countOf = (counts: QueueCounts): number =>
  QUEUES.reduce((sum, { count }) => sum + counts[count], 0);

/** What waits in the queues next to claims and requests: one line each, nothing for an empty one. */
export const QueueNeeds = (counts: QueueCounts) =>
  QUEUES.filter(({ count }) => counts[count] > 0).map((queue) => (
    <QueueNeed key={queue.count} queue={queue} count={counts[queue.count]} late={lateOf(queue, counts)} />
  ));

const lateOf = ({ late }: Queue, counts: QueueCounts): number => (late ? counts[late] : 0);

interface QueueNeedProps {
  readonly queue: Queue;
  readonly count: number;
  readonly late: number;
}

const QueueNeed = ({ queue: { tab, title, text, lateText, link }, count, late }: QueueNeedProps) => (
  <Need
    title={title(count)}
    text={late > 0 && lateText ? lateText(late) : text}
    late={late > 0}
    link={
      <Link className="button button-tiny needs-link" data-look="quiet" to="/admin/reviews" search={{ tab }}>
        {link}
      </Link>
    }
  />
);
