import { useEffect, useState } from "react";
import { trpc } from "../../lib/api.tsx";
import { UNSEEN } from "../../lib/held.ts";

const AFTER = 100; // milliseconds

/**
 * How many wait for the signed-in user, by the path of the screen that lists them; none until it is known. Asked a moment
 * after the screen's own data: calls that are sent together are answered together.
 */
export function useWaiting(): ReadonlyMap<string, number> {
  const [enabled, setEnabled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setEnabled(true), AFTER);
    return () => clearTimeout(timer);
  }, []);
  const options = { enabled, meta: UNSEEN };
  const { data: cases } = trpc.admin.reviews.queue.useQuery({ limit: 1 }, options);
  const { data } = trpc.admin.reviews.counts.useQuery(undefined, options);
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
