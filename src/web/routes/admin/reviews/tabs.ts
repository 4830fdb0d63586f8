import { type ComponentType, lazy } from "react";
import { trpc } from "../../../lib/api.tsx";
import { REVIEWS } from "./content.ts";
import { CHANGES, TRANSFERS } from "./ownership/content.ts";
import { useCaseCount } from "./queue/use-queue.ts";
import { useReportCount } from "./reports/use-reports.ts";
import { ReviewScreen } from "./review-screen.tsx";

const useCounts = () => trpc.admin.reviews.counts.useQuery().data;

/** Certificates to read or to record; null while unknown, as are the others. */
function useReadingCount(): number | null {
  const counts = useCounts();
  return counts ? counts.readings + counts.renewals : null;
}

const useExpiringCount = (): number | null => useCounts()?.expiring ?? null;
const useProposalCount = (): number | null => useCounts()?.proposals ?? null;
const useTransferCount = (): number | null => useCounts()?.transfers ?? null;
const useSilentCount = (): number | null => useCounts()?.silentIssuers ?? null;

const ReadingsTab = lazy(() =>
  import("./readings/readings-tab.tsx").then((loaded) => ({ default: loaded.ReadingsTab })),
);
const ExpiringTab = lazy(() =>
  import("./expiring-tab.tsx").then((loaded) => ({ default: loaded.ExpiringTab })),
);
const SilentTab = lazy(() => import("./silent-tab.tsx").then((loaded) => ({ default: loaded.SilentTab })));
const ChangesTab = lazy(() =>
  import("./ownership/changes-tab.tsx").then((loaded) => ({ default: loaded.ChangesTab })),
);
const TransfersTab = lazy(() =>
  import("./ownership/transfers-tab.tsx").then((loaded) => ({ default: loaded.TransfersTab })),
);

const ReportScreen = lazy(async () => ({
  default: (await import("./reports/report-screen.tsx")).ReportScreen,
}));

interface ReviewTab {
  /** In the URL. */
  readonly id: string;
  readonly label: string;
  /** A hook: how many cases wait; null while unknown. */
  readonly useCount: () => number | null;
  /** Loaded on demand with `lazy`, except the first one. */
  readonly Screen: ComponentType;
}

/** The tabs of the review screen. The first one opens by default. */
export const REVIEW_TABS: readonly [ReviewTab, ...ReviewTab[]] = [
  { id: "cases", label: REVIEWS.cases, useCount: useCaseCount, Screen: ReviewScreen },
  { id: "changes", label: CHANGES.tab, useCount: useProposalCount, Screen: ChangesTab },
  { id: "transfers", label: TRANSFERS.tab, useCount: useTransferCount, Screen: TransfersTab },
  { id: "readings", label: "Second reading", useCount: useReadingCount, Screen: ReadingsTab },
  { id: "expiring", label: "Expiring", useCount: useExpiringCount, Screen: ExpiringTab },
  { id: "silent", label: "Issuer silent", useCount: useSilentCount, Screen: SilentTab },
  { id: "reports", label: "Reports", useCount: useReportCount, Screen: ReportScreen },
];
