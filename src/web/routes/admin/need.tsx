import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { z } from "zod";
import type { queueCounts } from "../../../modules/dashboard/schema.ts";
import type { queuePage } from "../../../modules/reviews/schema.ts";
import { formatDueDay } from "../../lib/format/format-date.ts";
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

type QueueCounts = z.output<typeof queueCounts>;

export const countOf = ({ readings, renewals, expiring, silentIssuers }: QueueCounts): number =>
  readings + renewals + expiring + silentIssuers;

/** What waits in the queues of evidence: one line each. */
export const QueueNeeds = ({ readings, renewals, expiring, silentIssuers }: QueueCounts) => (
  <>
    {readings > 0 && (
      <Need
        title={DASHBOARD.readings(readings)}
        text={DASHBOARD.readingsText}
        link={<TabLink tab="readings">{DASHBOARD.readingsLink}</TabLink>}
      />
    )}
    {renewals > 0 && (
      <Need
        title={DASHBOARD.renewals(renewals)}
        text={DASHBOARD.renewalsText}
        link={<TabLink tab="readings">{DASHBOARD.renewalsLink}</TabLink>}
      />
    )}
    {silentIssuers > 0 && (
      <Need
        title={DASHBOARD.silent(silentIssuers)}
        text={DASHBOARD.silentText}
        link={<TabLink tab="silent">{DASHBOARD.silentLink}</TabLink>}
      />
    )}
    {expiring > 0 && (
      <Need
        title={DASHBOARD.expiring(expiring)}
        text={DASHBOARD.expiringText}
        link={<TabLink tab="expiring">{DASHBOARD.expiringLink}</TabLink>}
      />
    )}
  </>
);

interface TabLinkProps {
  /** An id of the tabs of the review screen. */
  readonly tab: "readings" | "expiring" | "silent";
  readonly children: string;
}

const TabLink = ({ tab, children }: TabLinkProps) => (
  <Link className="button button-tiny" data-look="quiet" to="/admin/reviews" search={{ tab }}>
    {children}
  </Link>
);

export const PartnersNeed = ({ count }: { readonly count: number }) => (
  <Need
    title={DASHBOARD.partnersWaiting(count)}
    text={DASHBOARD.partnersText}
    link={
      <Link className="button button-tiny" data-look="quiet" to="/partner-manager" search={UNVERIFIED}>
        {DASHBOARD.partnersLink}
      </Link>
    }
  />
);

const UNVERIFIED = { verified: false } as const;

export const HeldBackNeed = ({ count }: { readonly count: number }) => (
  <Need
    title={DASHBOARD.heldBack(count)}
    text={DASHBOARD.heldBackText}
    link={<NeedLink to="/admin/inquiries">{DASHBOARD.heldBackLink}</NeedLink>}
  />
);

export const MfaNeed = () => (
  <Need
    title={DASHBOARD.mfaOff}
    text={DASHBOARD.mfaOffText}
    link={<NeedLink to="/admin/security">{DASHBOARD.mfaLink}</NeedLink>}
  />
);

export const CodesNeed = ({ left }: { readonly left: number }) => (
  <Need
    title={DASHBOARD.fewCodes(left)}
    text={DASHBOARD.fewCodesText}
    link={<NeedLink to="/admin/security">{DASHBOARD.codesLink}</NeedLink>}
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

function Need({ title, text, late = false, link }: NeedProps) {
  return (
    <li className="needs-item">
      <div>
        <p className="needs-title">{title}</p>
        <p className={late ? "needs-late" : "soft"}>{text}</p>
      </div>
      {link}
    </li>
  );
}

function NeedLink(props: Pick<LinkProps, "to" | "children">) {
  return <Link className="button button-tiny" data-look="quiet" {...props} />;
}
