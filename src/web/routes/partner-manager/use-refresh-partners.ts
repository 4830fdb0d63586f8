import { trpc } from "../../lib/api.tsx";

/** Loads the list and the counts again. */
export function useRefreshPartners() {
  const utils = trpc.useUtils();
  return () => utils.partnerManager.partners.invalidate();
}
