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
    text: DASHBOARD.reportsText,
    lateText: DASHBOARD.reportsLate,
    link: DASHBOARD.reportsLink,
  },
  {
    tab: "changes",
    count: "proposals",
    late: "lateProposals",
    title: DASHBOARD.proposals,
    text: DASHBOARD.proposalsText,
    lateText: DASHBOARD.reviewsLate,
    link: DASHBOARD.proposalsLink,
  },
  {
    tab: "transfers",
    count: "transfers",
    late: "lateTransfers",
    title: DASHBOARD.transfers,
    text: DASHBOARD.transfersText,
    lateText: DASHBOARD.reviewsLate,
    link: DASHBOARD.transfersLink,
  },
  {
    tab: "readings",
    count: "readings",
    title: DASHBOARD.readings,
    text: DASHBOARD.readingsText,
    link: DASHBOARD.readingsLink,
  },
  {
    tab: "readings",
    count: "renewals",
    title: DASHBOARD.renewals,
    text: DASHBOARD.renewalsText,
    link: DASHBOARD.renewalsLink,
  },
  {
    tab: "silent",
    count: "silentIssuers",
    title: DASHBOARD.silent,
    text: DASHBOARD.silentText,
    link: DASHBOARD.silentLink,
  },
  {
    tab: "expiring",
    count: "expiring",
    title: DASHBOARD.expiring,
    text: DASHBOARD.expiringText,
    link: DASHBOARD.expiringLink,
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
