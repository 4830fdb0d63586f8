import { Link } from "@tanstack/react-router";
import { formatElapsed, number, percent } from "../../../shared/format.ts";
import { MfaCard } from "../../kit/account/mfa-card.tsx";
import { Inquiries } from "../../kit/inquiries/inquiries.tsx";
import { signupList } from "../../kit/inquiries/waitlist-list.tsx";
import { Card, ListCard } from "../../kit/page/card.tsx";
import { EmptyState, Loaded } from "../../kit/page/states.tsx";
import { ResourceList } from "../../kit/records/resource-list.tsx";
import { StaffFrame } from "../../kit/staff/frame.tsx";
import { ADMINS } from "../../kit/staff/roles.ts";
import { useStaff } from "../../kit/staff/use-staff.ts";
import { Count, CountNote, Counts } from "../../kit/table/count.tsx";
import { SparkLine } from "../../kit/table/spark-line.tsx";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";
import { lastDays, useNow } from "../../lib/now.ts";
import {
  countOf,
  HeldBackNeed,
  InquiriesNeed,
  MailStoppedNeed,
  NoMailServerNeed,
  PartnersNeed,
  ProxyNeed,
  QueueNeeds,
  ReviewsNeed,
  reviewsOf,
} from "./needs.tsx";

/** Fewer rows than on a list's own screen, so that both lists are close. */
const PAGE_SIZE = 5;

export function DashboardPage() {
  return (
    <StaffFrame title="Dashboard">
      <Home />
    </StaffFrame>
  );
}

function Home() {
  const { role } = useStaff();
  if (!ADMINS.includes(role)) return <ManagerHome />;
  return (
    <div className="stack">
      <NeedsNow />
      <DashboardCounts />
      <ResourceList
        brief
        list={signupList}
        scope="waitlist"
        pageSize={PAGE_SIZE}
        actions={() => <SeeAll to="/admin/waitlist" what="signups" />}
      />
      <Inquiries
        brief
        scope="inquiries"
        pageSize={PAGE_SIZE}
        all={<SeeAll to="/admin/inquiries" what="inquiries" />}
      />
      <MfaCard />
    </div>
  );
}

const SeeAll = ({
  to,
  what,
}: {
  readonly to: "/admin/waitlist" | "/admin/inquiries";
  readonly what: string;
}) => (
  <Link className="button button-tiny" data-look="quiet" to={to} aria-label={`See all ${what}`}>
    See all
  </Link>
);

/** What needs attention, most urgent first. */
function NeedsNow() {
  const { sendsEmail } = useBrand();
  const summary = trpc.admin.dashboard.summary.useQuery();
  const queue = trpc.admin.reviews.queue.useQuery({ limit: 1 });
  const queues = trpc.admin.reviews.counts.useQuery();
  const loaded =
    summary.data && queue.data && queues.data
      ? { ...summary.data, reviews: reviewsOf(queue.data), queues: queues.data }
      : undefined;
  const query = {
    data: loaded,
    error: summary.error ?? queue.error ?? queues.error,
    refetch: () => Promise.all([summary.refetch(), queue.refetch(), queues.refetch()]),
  };
  return (
    <ListCard title={NOW}>
      <Loaded query={query} failed={FAILED} rows={3}>
        {({ inquiries, heldBack, mailStopped, untrustedProxyAt, reviews, queues }) => {
          const waiting = inquiries.waiting + reviews.waiting + countOf(queues);
          const isBroken = mailStopped !== undefined || untrustedProxyAt !== undefined;
          const nothing = waiting === 0 && heldBack === 0 && !isBroken && sendsEmail;
          if (nothing)
            return (
              <EmptyState title={NOTHING}>
                No one is waiting for an answer, and nothing is held back.
              </EmptyState>
            );
          return (
            <ul className="needs">
              {mailStopped && <MailStoppedNeed reason={mailStopped.reason} />}
              {untrustedProxyAt && <ProxyNeed />}
              {inquiries.waiting > 0 && (
                <InquiriesNeed waiting={inquiries.waiting} oldest={inquiries.oldestWaiting} />
              )}
              {reviews.waiting > 0 && <ReviewsNeed {...reviews} />}
              <QueueNeeds {...queues} />
              {heldBack > 0 && <HeldBackNeed count={heldBack} />}
              {!sendsEmail && <NoMailServerNeed />}
            </ul>
          );
        }}
      </Loaded>
    </ListCard>
  );
}

const NOW = "Needs attention now";
const NOTHING = "Nothing needs your attention";
const FAILED = "The dashboard could not be loaded";

const WEEK = 7;

function trendOf(week: number, before: number): string {
  if (week === before) return "Same as the week before";
  if (before === 0) return "None the week before";
  const share = Math.abs(Math.round(((week - before) / before) * 100));
  return week > before ? `▲ ${share}% in a week` : `▼ ${share}% in a week`;
}

interface GrowthProps {
  readonly label: string;
  readonly total: number;
  readonly days: ReturnType<typeof lastDays>;
}

function Growth({ label, total, days }: GrowthProps) {
  const sumOf = (some: typeof days) => some.reduce((all, { count }) => all + count, 0);
  const week = sumOf(days.slice(-WEEK));
  return (
    <Count label={label} value={total}>
      <CountNote>{`${number.format(week)} in the last 7 days`}</CountNote>
      <CountNote>{trendOf(week, sumOf(days.slice(-2 * WEEK, -WEEK)))}</CountNote>
      <SparkLine label={`${label} a day over the last 30 days`} days={days} />
    </Count>
  );
}

/** The totals, and their growth over the last 30 days. */
function DashboardCounts() {
  const summary = trpc.admin.dashboard.summary.useQuery();
  const now = useNow();
  return (
    <section className="list-card" aria-label="Counts">
      <Loaded query={summary} failed={FAILED} rows={3}>
        {({ signups, inquiries }) => (
          <Counts>
            <Growth label="Total signups" total={signups.total} days={lastDays(signups.days, now)} />
            <Growth
              label="Partnership inquiries"
              total={inquiries.total}
              days={lastDays(inquiries.days, now)}
            />
            <Count label="Beta testers" value={signups.beta}>
              <CountNote>
                {`${percent.format(signups.beta / Math.max(1, signups.total))} of all signups`}
              </CountNote>
            </Count>
            <Count label="Waiting for a reply" value={inquiries.waiting}>
              <CountNote>
                {inquiries.oldestWaiting
                  ? `The oldest for ${formatElapsed(now - inquiries.oldestWaiting.getTime())}`
                  : "Every inquiry is answered"}
              </CountNote>
            </Count>
          </Counts>
        )}
      </Loaded>
    </section>
  );
}

/** The home screen of partner managers, who may not open the lists. */
function ManagerHome() {
  const { username } = useStaff();
  return (
    <div className="stack">
      <ManagerNeeds />
      <Card className="manager-home">
        <h2>{`Welcome, ${username}`}</h2>
        <p>As a partner manager, you look after the businesses listed with us.</p>
        <h3>What this role can do</h3>
        <ul>
          <li>Manage partner accounts: add, edit, verify and delete them.</li>
          <li>Review partners' claims and requests.</li>
          <li>Manage your own sign-in: password, second step, devices.</li>
        </ul>
        <p className="soft">
          The waitlist, the inquiries, the staff accounts and the audit log belong to admins.
        </p>
        <div className="manager-home-links">
          <Link className="button button-small" to="/partner-manager">
            Open the partners
          </Link>
          <Link className="button button-small" data-look="quiet" to="/admin/reviews">
            Open the reviews
          </Link>
          <Link className="button button-small" data-look="quiet" to="/admin/security">
            Keep your own sign-in safe
          </Link>
        </div>
      </Card>
    </div>
  );
}

/** What needs the attention of a partner manager. */
function ManagerNeeds() {
  const queue = trpc.admin.reviews.queue.useQuery({ limit: 1 });
  const queues = trpc.admin.reviews.counts.useQuery();
  const counts = trpc.partnerManager.partners.counts.useQuery();
  const query = {
    data:
      queue.data && queues.data && counts.data
        ? { ...counts.data, reviews: reviewsOf(queue.data), queues: queues.data }
        : undefined,
    error: queue.error ?? queues.error ?? counts.error,
    refetch: () => Promise.all([queue.refetch(), queues.refetch(), counts.refetch()]),
  };
  return (
    <ListCard title={NOW}>
      <Loaded query={query} failed={FAILED} rows={2}>
        {({ reviews, queues, pending }) => {
          if (reviews.waiting + countOf(queues) + pending === 0) return <EmptyState title={NOTHING} />;
          return (
            <ul className="needs">
              {reviews.waiting > 0 && <ReviewsNeed {...reviews} />}
              <QueueNeeds {...queues} />
              {pending > 0 && <PartnersNeed count={pending} />}
            </ul>
          );
        }}
      </Loaded>
    </ListCard>
  );
}
