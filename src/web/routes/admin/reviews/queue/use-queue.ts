import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../../../lib/api.tsx";
import { FIRST_PAGE, isFirstPage, pageInput } from "../../../../lib/list.ts";
import type { ReviewSearchParams } from "../search-params.ts";
import { type Line, waitingLine } from "./queue-rows.ts";

export const PAGE_SIZE = 25;

/** What a page of the queue reads. */
export const queueInput = ({ kind, late, ...position }: ReviewSearchParams) => ({
  kind,
  late,
  ...pageInput(position),
  limit: PAGE_SIZE,
});

/** Pending cases, oldest first. */
export function useWaiting(search: ReviewSearchParams, enabled = true) {
  return trpc.admin.reviews.queue.useQuery(queueInput(search), {
    enabled,
    placeholderData: keepPreviousData,
    select: ({ items, ...page }) => ({ ...page, lines: items.map(waitingLine) }),
  });
}

/** How many claims and requests are pending; null while unknown. */
export function useCaseCount(): number | null {
  const { data } = trpc.admin.reviews.queue.useQuery({ limit: 1 });
  return data ? data.counts.claims + data.counts.requests : null;
}

/** Refetches the queue after a decision: this page, or the first one if this page is now empty. */
export function useRefetchQueue() {
  const utils = trpc.useUtils();
  return async (search: ReviewSearchParams): Promise<readonly Line[]> => {
    await utils.admin.reviews.queue.invalidate(undefined, { refetchType: "none" });
    const here = await utils.admin.reviews.queue.fetch(queueInput(search), { staleTime: 0 });
    if (here.items.length > 0 || isFirstPage(search)) return here.items.map(waitingLine);
    const first = await utils.admin.reviews.queue.fetch(queueInput({ ...search, ...FIRST_PAGE }), {
      staleTime: 0,
    });
    return first.items.map(waitingLine);
  };
}

/** The case to open after a decision: the next in the old order that is still pending, else the oldest. */
export function nextCase(
  before: readonly string[],
  decided: string,
  fresh: readonly string[],
): string | undefined {
  const waits = new Set(fresh);
  waits.delete(decided);
  const later = before.slice(before.indexOf(decided) + 1);
  return later.find((key) => waits.has(key)) ?? fresh.find((key) => key !== decided);
}
