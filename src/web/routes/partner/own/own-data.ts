import type { z } from "zod";
import type { ownProposal } from "../../../../modules/ownership/proposals/schema.ts";
import type { ownTransfer } from "../../../../modules/ownership/transfers/schema.ts";
import { days } from "../../../../shared/duration.ts";
import { trpc } from "../../../lib/api.tsx";

const PAGE = 50;

interface Paged<Item> {
  readonly pages: readonly { readonly items: readonly Item[]; readonly total: number }[];
}

const joined = <Item>({ pages }: Paged<Item>) => ({
  items: pages.flatMap(({ items }) => items),
  total: pages[0]?.total ?? 0,
});

const nextOf = ({ next }: { readonly next: string | null }) => next;

/** The partner's places, claims and requests, newest first, and the reports about its places; callers share the queries. */
export function useOwn() {
  const pois = trpc.partner.pois.mine.useInfiniteQuery(
    { limit: PAGE },
    { getNextPageParam: nextOf, select: joined },
  );
  const claims = trpc.partner.claims.list.useInfiniteQuery(
    { limit: PAGE },
    { getNextPageParam: nextOf, select: joined },
  );
  const requests = trpc.partner.requests.list.useInfiniteQuery(
    { limit: PAGE },
    { getNextPageParam: nextOf, select: joined },
  );
  const reports = trpc.partner.reports.list.useInfiniteQuery(
    { limit: PAGE },
    { getNextPageParam: nextOf, select: joined },
  );
  return { pois, claims, requests, reports } as const;
}

/** The places whose last certificate could not be used. */
export const useReturned = () =>
  trpc.partner.renewals.returned.useQuery(undefined, { staleTime: 0 }).data ?? [];

/** The places whose tier ends soon or has ended, and those of which a certificate is being read. */
export const useDue = () => trpc.partner.renewals.list.useQuery(undefined, { staleTime: 0 }).data;

/** The places of which the partner has a pending claim. */
export function usePendingClaims(): ReadonlySet<string | null> {
  const { claims } = useOwn();
  const pending = claims.data?.items.filter(({ status }) => status === "pending") ?? [];
  return new Set(pending.map(({ poiId }) => poiId));
}

export type Transfer = z.output<typeof ownTransfer>;

const MOST = 500; // what one call returns at most, newest first

const useList = () => trpc.partner.ownership.transfers.useQuery({ limit: MOST });

/** What the partner has to answer, and what it asked for itself; a place that it got long ago speaks for itself. */
export function useTransfers(): readonly Transfer[] {
  const { data } = useList();
  return (data?.items ?? []).filter(({ direction, status, notes, reason, reviewedAt }) => {
    if (direction === "incoming")
      return status === "pending" || (reason === null && isRecentlyDecided(reviewedAt));
    return status !== "approved" || notes !== "" || isRecentlyDecided(reviewedAt);
  });
}

/** The places that the partner waits for. */
export function useAskedPlaces(): ReadonlySet<string | null> {
  const { data } = useList();
  const open = data?.items.filter(
    ({ direction, status }) => direction === "outgoing" && status === "pending",
  );
  return new Set(open?.map(({ poiId }) => poiId));
}

export type Proposal = z.output<typeof ownProposal>;

/** The newest change of a place that waited or waits for staff, unless a newer one replaced it. */
export function useProposal(placeId: string): Proposal | undefined {
  const { data } = trpc.partner.ownership.proposals.useQuery({ limit: MOST });
  return data?.items.find(({ poiId, atOnce, reason }) => poiId === placeId && !atOnce && reason === null);
}

const SHOWN = days(30);

/** Whether an approval is news. Later the place speaks for itself. */
export const isRecentlyDecided = (reviewedAt: Date | null): boolean =>
  reviewedAt !== null && Date.now() - reviewedAt.getTime() < SHOWN;
