import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { z } from "zod";
import type { queueCounts } from "../../../modules/backoffice/dashboard/schema.ts";
import type { queuePage } from "../../../modules/reviews/schema.ts";
import { formatDueDay, formatElapsed } from "../../../shared/format.ts";
import { PROMISED } from "../../kit/inquiries/reply.tsx";
import { useNow } from "../../lib/now.ts";

interface Reviews {
  readonly waiting: number;
  readonly late: number;
  /** When the next answer is due; null if none is. */
  readonly next: Date | null;
}

/** A summary of the queue, oldest first. */
export const reviewsOf = ({ counts, items }: z.output<typeof queuePage>): Reviews => ({
  waiting: counts.claims + counts.requests,
  late: counts.late,
  next: items[0]?.dueBy ?? null,
});

const reviewsLate = (late: number) => `${late} late: an answer within 3-5 business days is promised.`;

const countedTitle = (count: number, [one, many]: readonly [one: string, many: string]): string =>
  count === 1 ? one : `${count} ${many}`;

export const ReviewsNeed = ({ waiting, late, next }: Reviews) => (
  <Need
    title={countedTitle(waiting, [
      "1 claim or request is waiting for review",
      "claims and requests are waiting for review",
    ])}
    text={
      late > 0
        ? reviewsLate(late)
        : next && `None is late. The next answer is promised by ${formatDueDay(next)}.`
    }
    late={late > 0}
    link={<NeedLink to="/admin/reviews">Open the queue</NeedLink>}
  />
);

export const PartnersNeed = ({ count }: { readonly count: number }) => (
  <Need
    title={countedTitle(count, [
      "1 partner is waiting to be verified",
      "partners are waiting to be verified",
    ])}
    text="Make sure they are who they say they are, then check Verified Partner."
    link={
      <Link
        className="button button-tiny needs-link"
        data-look="quiet"
        to="/partner-manager"
        search={UNVERIFIED}
      >
        See who is waiting
      </Link>
    }
  />
);

const UNVERIFIED = { verified: false } as const;

interface InquiriesNeedProps {
  readonly waiting: number;
  /** When the oldest one arrived. */
  readonly oldest: Date | null;
}

export function InquiriesNeed({ waiting, oldest }: InquiriesNeedProps) {
  const age = useNow() - (oldest?.getTime() ?? Date.now());
  const isLate = age > PROMISED;
  return (
    <Need
      title={countedTitle(waiting, ["1 inquiry is waiting for a reply", "inquiries are waiting for a reply"])}
      text={
        isLate
          ? `The oldest has waited ${formatElapsed(age)}; a reply is promised within 24 hours.`
          : "A reply is promised within 24 hours."
      }
      late={isLate}
      link={
        <Link
          className="button button-tiny needs-link"
          data-look="quiet"
          to="/admin/inquiries"
          search={LONGEST_FIRST}
        >
          See all that wait
        </Link>
      }
    />
  );
}

const LONGEST_FIRST = { answered: false, sort: "oldest" } as const;

export const HeldBackNeed = ({ count }: { readonly count: number }) => (
  <Need
    title={countedTitle(count, ["1 submission is held back", "submissions are held back"])}
    text="Check whether a person wrote it."
    link={<NeedLink to="/admin/inquiries">Look at it</NeedLink>}
  />
);

export const ProxyNeed = () => (
  <Need
    title="The server sees all visitors as one client"
    text="One person's failed sign-ins can lock everyone out. Ask the server's operator to set TRUST_PROXY."
    late
  />
);

export const MailStoppedNeed = ({ reason }: { readonly reason: string }) => (
  <Need
    title="Bulk email is stopped"
    text={`${reason}. Sending more could get all our email blocked. Find the cause, then resume.`}
    late
    link={<NeedLink to="/admin/mails">Open the emails</NeedLink>}
  />
);

export const NoMailServerNeed = () => (
  <Need
    title="No email can be sent"
    text="Emails wait until a mail server is set up. Ask the server's operator to set MAIL_URL."
    link={<NeedLink to="/admin/mails">Open the emails</NeedLink>}
  />
);

interface NeedProps {
  readonly title: string;
  readonly text: string | null;
  readonly late?: boolean;
  readonly link?: ReactNode;
}

function Need({ title, text, late = false, link }: NeedProps) {
  return (
    <li className="needs-item">
      <div>
        <p className="needs-title">{title}</p>
        <p className={late ? "needs-late" : "needs-text"}>{text}</p>
      </div>
      {link}
    </li>
  );
}

function NeedLink(props: Pick<LinkProps, "to" | "children">) {
  return <Link className="button button-tiny needs-link" data-look="quiet" {...props} />;
}

type QueueCounts = z.output<typeof queueCounts>;

interface Queue {
  /** Of the tabs of the review screen. */
  readonly tab: "readings" | "expiring" | "silent" | "reports" | "suggestions" | "changes" | "transfers";
  readonly count: keyof QueueCounts;
  readonly late?: keyof QueueCounts;
  /** What one is, and after their number what several are. */
  readonly title: readonly [one: string, many: string];
  readonly text: string;
  readonly lateText?: (late: number) => string;
  readonly link: string;
}

const QUEUES: readonly Queue[] = [
  {
    tab: "reports",
    count: "reports",
    late: "lateReports",
    title: [
      "1 report about a place is waiting to be closed",
      "reports about places are waiting to be closed",
    ],
    text: "Check what the visitor wrote, then publish what you found.",
    lateText: (late) => `${late} late: an answer within five business days is promised.`,
    link: "Open the reports",
  },
  {
    tab: "suggestions",
    count: "suggestions",
    late: "lateSuggestions",
    title: ["1 missing place was suggested", "missing places were suggested"],
    text: "Look them up, then add them.",
    lateText: (late) => `${late} late: an answer within five business days is promised.`,
    link: "Open the suggestions",
  },
  {
    tab: "changes",
    count: "proposals",
    late: "lateProposals",
    title: ["1 owner proposes a change", "changes by owners are waiting for a decision"],
    text: "Compare it with the place as it is listed.",
    lateText: reviewsLate,
    link: "Open the changes",
  },
  {
    tab: "transfers",
    count: "transfers",
    late: "lateTransfers",
    title: [
      "1 transfer of a place is waiting for a decision",
      "transfers of places are waiting for a decision",
    ],
    text: "The owner refused, or did not answer in time.",
    lateText: reviewsLate,
    link: "Open the transfers",
  },
  {
    tab: "readings",
    count: "readings",
    title: ["1 certificate waits for a second reading", "certificates wait for a second reading"],
    text: "Read them without seeing what the first reader read.",
    link: "Read",
  },
  {
    tab: "readings",
    count: "renewals",
    title: ["1 owner sent a new certificate", "owners sent a new certificate"],
    text: "Record it from the file, then someone else reads it.",
    link: "Record",
  },
  {
    tab: "silent",
    count: "silentIssuers",
    title: ["1 certificate has a silent issuer", "certificates have a silent issuer"],
    text: "Look the place up in the issuer's register, or ask again.",
    link: "See which",
  },
  {
    tab: "expiring",
    count: "expiring",
    title: ["1 halal tier ends soon", "halal tiers end soon"],
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
    title={countedTitle(count, title)}
    text={late > 0 && lateText ? lateText(late) : text}
    late={late > 0}
    link={
      <Link className="button button-tiny needs-link" data-look="quiet" to="/admin/reviews" search={{ tab }}>
        {link}
      </Link>
    }
  />
);
