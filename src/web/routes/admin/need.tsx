import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { z } from "zod";
import type { queuePage } from "../../../modules/reviews/schema.ts";
import { formatDueDay, formatElapsed } from "../../../shared/format.ts";
import { PROMISED } from "../../kit/inquiries/reply.ts";
import { useNow } from "../../lib/hooks/use-now.ts";
import { DASHBOARD } from "./content.ts";

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

export const ReviewsNeed = ({ waiting, late, next }: Reviews) => (
  <Need
    title={DASHBOARD.reviews(waiting)}
    text={late > 0 ? DASHBOARD.reviewsLate(late) : next && DASHBOARD.reviewsDue(formatDueDay(next))}
    late={late > 0}
    link={<NeedLink to="/admin/reviews">{DASHBOARD.reviewsLink}</NeedLink>}
  />
);

export const PartnersNeed = ({ count }: { readonly count: number }) => (
  <Need
    title={DASHBOARD.partnersWaiting(count)}
    text={DASHBOARD.partnersText}
    link={
      <Link
        className="button button-tiny needs-link"
        data-look="quiet"
        to="/partner-manager"
        search={UNVERIFIED}
      >
        {DASHBOARD.partnersLink}
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
      title={DASHBOARD.waitingOf(waiting)}
      text={isLate ? DASHBOARD.promiseLate(formatElapsed(age)) : DASHBOARD.promise}
      late={isLate}
      link={
        <Link
          className="button button-tiny needs-link"
          data-look="quiet"
          to="/admin/inquiries"
          search={LONGEST_FIRST}
        >
          {DASHBOARD.allWaiting}
        </Link>
      }
    />
  );
}

const LONGEST_FIRST = { answered: false, sort: "oldest" } as const;

export const HeldBackNeed = ({ count }: { readonly count: number }) => (
  <Need
    title={DASHBOARD.heldBack(count)}
    text={DASHBOARD.heldBackText}
    link={<NeedLink to="/admin/inquiries">{DASHBOARD.heldBackLink}</NeedLink>}
  />
);

export const ProxyNeed = () => (
  <Need title={DASHBOARD.untrustedProxy} text={DASHBOARD.untrustedProxyText} late />
);

export const MailStoppedNeed = ({ reason }: { readonly reason: string }) => (
  <Need
    title={DASHBOARD.mailStopped}
    text={DASHBOARD.mailStoppedText(reason)}
    late
    link={<NeedLink to="/admin/mails">{DASHBOARD.mailStoppedLink}</NeedLink>}
  />
);

interface NeedProps {
  readonly title: string;
  readonly text: string | null;
  readonly late?: boolean;
  readonly link?: ReactNode;
}

export function Need({ title, text, late = false, link }: NeedProps) {
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
