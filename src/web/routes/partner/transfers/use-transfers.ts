import type { z } from "zod";
import type { ownTransfer } from "../../../../modules/ownership/transfers/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { isRecentlyDecided } from "../recently-decided.ts";

export type Transfer = z.output<typeof ownTransfer>;

const LIMIT = 500; // the most that one call returns, newest first

const useList = () => trpc.partner.ownership.transfers.useQuery({ limit: LIMIT });

/** What the partner has to answer, and what it asked for itself; a place that it got long ago speaks for itself. */
export function useTransfers(): readonly Transfer[] {
  const { data } = useList();
  return (data?.items ?? []).filter(({ direction, status, notes, reviewedAt }) => {
    if (direction === "incoming") return status === "pending";
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
