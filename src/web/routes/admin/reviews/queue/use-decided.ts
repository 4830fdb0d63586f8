import { trpc } from "../../../../lib/api.tsx";
import { claimLine, mergeByDecisionTime, requestLine } from "./queue-rows.ts";
import { PAGE_SIZE } from "./use-queue.ts";

interface Pages<Row> {
  readonly data: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<{ readonly error: unknown }>;
  readonly refetch: () => Promise<unknown>;
}

const ON = { getNextPageParam: ({ next }: { readonly next: string | null }) => next };
const limit = PAGE_SIZE;

/** Decided claims and requests in one list, newest first. */
export function useDecided(kind: "claim" | "request" | undefined) {
  const ofClaims = { ...ON, enabled: kind !== "request" };
  const ofRequests = { ...ON, enabled: kind !== "claim" };
  const claims = [
    trpc.reviews.claims.useInfiniteQuery({ status: "approved", limit }, ofClaims),
    trpc.reviews.claims.useInfiniteQuery({ status: "rejected", limit }, ofClaims),
  ];
  const requests = [
    trpc.reviews.requests.useInfiniteQuery({ status: "approved", limit }, ofRequests),
    trpc.reviews.requests.useInfiniteQuery({ status: "rejected", limit }, ofRequests),
  ];
  const lists = [
    ...(kind === "request" ? [] : claims.map((list) => listOf(list, claimLine))),
    ...(kind === "claim" ? [] : requests.map((list) => listOf(list, requestLine))),
  ];
  const unread = lists.filter(({ more }) => more);
  const there = lists.every(({ known }) => known);
  return {
    data: there ? { lines: mergeByDecisionTime(lists), more: unread.length > 0 } : undefined,
    error: lists.find(({ error }) => error)?.error,
    refetch: () => Promise.all(lists.map(({ refetch }) => refetch())),
    /** Resolves to the first error, if a list could not load more. */
    readOn: async () => {
      const read = await Promise.all(unread.map(({ readOn }) => readOn()));
      return { error: read.find(({ error }) => error)?.error };
    },
  } as const;
}

function listOf<Row, Shown>(list: Pages<Row>, shown: (row: Row) => Shown) {
  return {
    known: list.data !== undefined,
    lines: (list.data?.pages ?? []).flatMap(({ items }) => items.map(shown)),
    more: list.hasNextPage,
    error: list.error,
    readOn: list.fetchNextPage,
    refetch: list.refetch,
  } as const;
}
