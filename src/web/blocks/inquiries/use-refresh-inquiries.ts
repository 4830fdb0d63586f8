import { trpc } from "../../lib/api.tsx";

/** Reloads everything that shows inquiries. */
export function useRefreshInquiries() {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([utils.admin.partnerships.list.invalidate(), utils.admin.dashboard.summary.invalidate()]);
}
