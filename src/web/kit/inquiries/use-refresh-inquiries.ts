import { trpc } from "../../lib/api.tsx";

/** Reloads everything that shows inquiries. */
export function useRefreshInquiries() {
  const { admin } = trpc.useUtils();
  return () => Promise.all([admin.partnerships.invalidate(), admin.dashboard.summary.invalidate()]);
}
