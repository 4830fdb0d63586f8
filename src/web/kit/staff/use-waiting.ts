import { trpc } from "../../lib/api.tsx";
import { UNSEEN } from "../../lib/held.ts";

/** How many wait for the signed-in user, by the path of the screen that lists them; none until it is known. */
export function useWaiting(): ReadonlyMap<string, number> {
  const { data: cases } = trpc.admin.reviews.queue.useQuery({ limit: 1 }, { meta: UNSEEN });
  const { data } = trpc.admin.reviews.counts.useQuery(undefined, { meta: UNSEEN });
  if (!cases || !data) return NOTHING;
  const { inquiries, partners, pledges } = data;
  const reviews =
    cases.counts.claims +
    cases.counts.requests +
    data.proposals +
    data.transfers +
    data.readings +
    data.renewals +
    data.expiring +
    data.silentIssuers +
    data.reports +
    data.suggestions;
  return new Map([
    ["/admin/inquiries", inquiries],
    ["/admin/reviews", reviews],
    ["/partner-manager", partners],
    ["/admin/payments", pledges],
  ]);
}

const NOTHING: ReadonlyMap<string, number> = new Map();
