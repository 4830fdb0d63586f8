import { Link } from "@tanstack/react-router";
import { useStaff } from "../../blocks/staff/use-staff.ts";
import { trpc } from "../../lib/api.tsx";
import { Card } from "../../ui/card/card.tsx";
import { ListCard } from "../../ui/list-card/list-card.tsx";
import { Loaded } from "../../ui/loaded/loaded.tsx";
import { EmptyState } from "../../ui/states/states.tsx";
import { DASHBOARD, HOME } from "./content.ts";
import { PartnersNeed, ReviewsNeed, reviewsOf } from "./need.tsx";
import { countOf, QueueNeeds } from "./queue-needs.tsx";

/** The home screen of partner managers, who may not open the lists. */
export function ManagerHome() {
  const { username } = useStaff();
  return (
    <div className="stack">
      <ManagerNeeds />
      <Card className="manager-home">
        <h2>{HOME.hello(username)}</h2>
        <p>{HOME.text}</p>
        <h3>{HOME.can}</h3>
        <ul>
          {HOME.list.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="soft">{HOME.cannot}</p>
        <div className="manager-home-links">
          <Link className="button button-small" to="/partner-manager">
            {HOME.partners}
          </Link>
          <Link className="button button-small" data-look="quiet" to="/admin/reviews">
            {HOME.reviews}
          </Link>
          <Link className="button button-small" data-look="quiet" to="/admin/security">
            {HOME.security}
          </Link>
        </div>
      </Card>
    </div>
  );
}

/** What needs the attention of a partner manager. */
function ManagerNeeds() {
  const queue = trpc.reviews.queue.useQuery({ limit: 1 });
  const queues = trpc.reviews.counts.useQuery();
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
    <ListCard title={DASHBOARD.now}>
      <Loaded query={query} failed={DASHBOARD.failed} rows={2}>
        {({ reviews, queues, pending }) => {
          if (reviews.waiting + countOf(queues) + pending === 0)
            return <EmptyState title={DASHBOARD.nothing} />;
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
