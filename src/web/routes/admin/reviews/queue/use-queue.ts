import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../../../lib/api.tsx";
import type { ReviewPlace } from "../search-params.ts";
import { type Line, waitingLine } from "./queue-rows.ts";

export const PAGE_SIZE = 25;

/** What the server is asked for at this place of the queue. */
const asked = ({ kind, late, cursor }: ReviewPlace) => ({ kind, late, cursor, limit: PAGE_SIZE });

/** What waits, oldest first. */
export function useWaiting(place: ReviewPlace, enabled = true) {
  return trpc.reviews.queue.useQuery(asked(place), {
    enabled,
    placeholderData: keepPreviousData,
    select: ({ items, ...page }) => ({ ...page, lines: items.map(waitingLine) }),
  });
}

/** The queue as it stands after a decision: this page, or the first one where nothing is left on it. */
export function useFreshQueue() {
  const utils = trpc.useUtils();
  return async (place: ReviewPlace): Promise<readonly Line[]> => {
    await utils.reviews.queue.invalidate(undefined, { refetchType: "none" });
    const here = await utils.reviews.queue.fetch(asked(place), { staleTime: 0 });
    if (here.items.length > 0 || place.cursor === undefined) return here.items.map(waitingLine);
    const first = await utils.reviews.queue.fetch(asked({ ...place, cursor: undefined }), { staleTime: 0 });
    return first.items.map(waitingLine);
  };
}

/** Who comes after the one that was just decided: the next in the old order that still waits, else the oldest. */
export function following(
  before: readonly string[],
  decided: string,
  fresh: readonly string[],
): string | undefined {
  const waits = new Set(fresh);
  waits.delete(decided);
  const later = before.slice(before.indexOf(decided) + 1);
  return later.find((key) => waits.has(key)) ?? fresh.find((key) => key !== decided);
}
