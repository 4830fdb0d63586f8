import { trpc } from "../../../lib/api.tsx";

const useCounts = () => trpc.reviews.counts.useQuery().data;

/** Certificates to read or to record; null while unknown, as are the others. */
export function useReadingCount(): number | null {
  const counts = useCounts();
  return counts ? counts.readings + counts.renewals : null;
}

export const useExpiringCount = (): number | null => useCounts()?.expiring ?? null;
export const useProposalCount = (): number | null => useCounts()?.proposals ?? null;
export const useTransferCount = (): number | null => useCounts()?.transfers ?? null;
export const useSilentCount = (): number | null => useCounts()?.silentIssuers ?? null;
