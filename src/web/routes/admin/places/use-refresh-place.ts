import { trpc } from "../../../lib/api.tsx";

/** Reloads everything that shows places, their tiers and their evidence. */
export function useRefreshPlace() {
  const { admin, public: open } = trpc.useUtils();
  return () => Promise.all([admin.pois.invalidate(), admin.evidence.invalidate(), open.places.invalidate()]);
}
