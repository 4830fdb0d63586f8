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

/** The places of which the partner has a pending claim. */
export function usePendingClaims(): ReadonlySet<string | null> {
  const { claims } = useOwn();
  const pending = claims.data?.items.filter(({ status }) => status === "pending") ?? [];
  return new Set(pending.map(({ poiId }) => poiId));
}
