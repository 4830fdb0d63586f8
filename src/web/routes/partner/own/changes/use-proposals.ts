import type { z } from "zod";
import type { ownProposal } from "../../../../../modules/ownership/proposals/schema.ts";
import { trpc } from "../../../../lib/api.tsx";

export type Proposal = z.output<typeof ownProposal>;

const LIMIT = 500; // the most that one call returns; what waits is among the newest

/** The newest change of a place that waited or waits for staff, unless a newer one replaced it. */
export function useProposal(placeId: string): Proposal | undefined {
  const { data } = trpc.partner.ownership.proposals.useQuery({ limit: LIMIT });
  return data?.items.find(({ poiId, atOnce, reason }) => poiId === placeId && !atOnce && reason === null);
}
