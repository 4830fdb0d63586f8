import { useRef } from "react";
import { trpc } from "../../lib/api.tsx";
import { ListCard } from "../../ui/list-card/list-card.tsx";
import { Loaded } from "../../ui/loaded/loaded.tsx";
import { EmptyState } from "../../ui/states/states.tsx";
import { DASHBOARD } from "./content.ts";
import {
  CodesNeed,
  HeldBackNeed,
  MailStoppedNeed,
  MfaNeed,
  ProxyNeed,
  ReviewsNeed,
  reviewsOf,
} from "./need.tsx";
import { countOf, QueueNeeds } from "./queue-needs.tsx";
import { Waiting } from "./waiting.tsx";

const FEW_CODES = 3;

/** What needs attention, most urgent first. */
export function NeedsNow() {
  const summary = trpc.admin.dashboard.summary.useQuery();
  const mfa = trpc.admin.mfa.status.useQuery();
  const queue = trpc.reviews.queue.useQuery({ limit: 1 });
  const queues = trpc.reviews.counts.useQuery();
  const heading = useRef<HTMLHeadingElement>(null);
  const loaded =
    summary.data && mfa.data && queue.data && queues.data
      ? { ...summary.data, mfa: mfa.data, reviews: reviewsOf(queue.data), queues: queues.data }
      : undefined;
  const query = {
    data: loaded,
    error: summary.error ?? mfa.error ?? queue.error ?? queues.error,
    refetch: () => Promise.all([summary.refetch(), mfa.refetch(), queue.refetch(), queues.refetch()]),
  };
  return (
    <ListCard title={DASHBOARD.now} headingRef={heading}>
      <Loaded query={query} failed={DASHBOARD.failed} rows={3}>
        {({
          inquiries,
          heldBack,
          mailStopped,
          untrustedProxyAt,
          reviews,
          queues,
          mfa: { mfaEnabled, backupCodesLeft },
        }) => {
          const fewCodes = mfaEnabled && backupCodesLeft <= FEW_CODES;
          const waiting = inquiries.waiting + reviews.waiting + countOf(queues);
          const isBroken = mailStopped !== undefined || untrustedProxyAt !== undefined;
          const nothing = waiting === 0 && heldBack === 0 && !isBroken && mfaEnabled && !fewCodes;
          if (nothing) return <EmptyState title={DASHBOARD.nothing}>{DASHBOARD.nothingText}</EmptyState>;
          return (
            <ul className="needs">
              {mailStopped && <MailStoppedNeed reason={mailStopped.reason} />}
              {untrustedProxyAt && <ProxyNeed />}
              {inquiries.waiting > 0 && (
                <Waiting count={inquiries.waiting} focusAfter={() => heading.current} />
              )}
              {reviews.waiting > 0 && <ReviewsNeed {...reviews} />}
              <QueueNeeds {...queues} />
              {heldBack > 0 && <HeldBackNeed count={heldBack} />}
              {!mfaEnabled && <MfaNeed />}
              {fewCodes && <CodesNeed left={backupCodesLeft} />}
            </ul>
          );
        }}
      </Loaded>
    </ListCard>
  );
}
