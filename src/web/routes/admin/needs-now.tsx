import { trpc } from "../../lib/api.tsx";
import { ListCard } from "../../ui/list-card/list-card.tsx";
import { Loaded } from "../../ui/loaded/loaded.tsx";
import { EmptyState } from "../../ui/states/states.tsx";
import { DASHBOARD } from "./content.ts";
import { HeldBackNeed, InquiriesNeed, MailStoppedNeed, ProxyNeed, ReviewsNeed, reviewsOf } from "./need.tsx";
import { countOf, QueueNeeds } from "./queue-needs.tsx";

/** What needs attention, most urgent first. */
export function NeedsNow() {
  const summary = trpc.admin.dashboard.summary.useQuery();
  const queue = trpc.reviews.queue.useQuery({ limit: 1 });
  const queues = trpc.reviews.counts.useQuery();
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
    <ListCard title={DASHBOARD.now}>
      <Loaded query={query} failed={DASHBOARD.failed} rows={3}>
        {({ inquiries, heldBack, mailStopped, untrustedProxyAt, reviews, queues }) => {
          const waiting = inquiries.waiting + reviews.waiting + countOf(queues);
          const isBroken = mailStopped !== undefined || untrustedProxyAt !== undefined;
          const nothing = waiting === 0 && heldBack === 0 && !isBroken;
          if (nothing) return <EmptyState title={DASHBOARD.nothing}>{DASHBOARD.nothingText}</EmptyState>;
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
            </ul>
          );
        }}
      </Loaded>
    </ListCard>
  );
}
