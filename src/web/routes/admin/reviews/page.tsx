import { useNavigate, useRouter } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense } from "react";
import { Button } from "../../../kit/controls/button.tsx";
import { Tabs } from "../../../kit/controls/tabs.tsx";
import { Skeleton } from "../../../kit/page/states.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useListSearchParams } from "../../../lib/list.ts";
import { toastError } from "../../../lib/toast.ts";
import { ReviewScreen } from "./claims.tsx";
import { useCaseCount } from "./queue.tsx";
import { type ReviewSearchParams, reviewSearchParams } from "./search-params.ts";

export function ReviewsPage() {
  return (
    <StaffFrame title="Reviews" actions={<Refresh />}>
      <ReviewTabs />
    </StaffFrame>
  );
}

/** The queue does not poll, and other reviewers decide too. */
function Refresh() {
  const utils = trpc.useUtils();
  const refresh = () =>
    utils.admin.reviews
      .invalidate(undefined, undefined, { throwOnError: true })
      .catch((error: unknown) => toastError("The queue could not be loaded", error));
  return (
    <Button look="quiet" className="button-small" onClick={refresh}>
      Refresh
    </Button>
  );
}

const ChangesTab = lazy(async () => ({ default: (await import("./changes.tsx")).ChangesTab }));
const TransfersTab = lazy(async () => ({ default: (await import("./transfers.tsx")).TransfersTab }));
const ReadingsTab = lazy(async () => ({ default: (await import("./readings.tsx")).ReadingsTab }));
const ExpiringTab = lazy(async () => ({ default: (await import("./waiting.tsx")).ExpiringTab }));
const SilentTab = lazy(async () => ({ default: (await import("./waiting.tsx")).SilentTab }));
const ReportScreen = lazy(async () => ({ default: (await import("./reports.tsx")).ReportScreen }));

const SuggestionsTab = lazy(async () => ({
  default: (await import("./suggestions.tsx")).SuggestionsTab,
}));

/** How many cases wait in each tab, by its id in the URL; null while unknown. */
function useCounts() {
  const { data } = trpc.admin.reviews.counts.useQuery();
  return {
    cases: useCaseCount(),
    changes: data?.proposals ?? null,
    transfers: data?.transfers ?? null,
    readings: data ? data.readings + data.renewals : null, // certificates to read or to record
    expiring: data?.expiring ?? null,
    silent: data?.silentIssuers ?? null,
    reports: data?.reports ?? null, // those that staff can close now
    suggestions: data?.suggestions ?? null,
  } as const;
}

interface ReviewTab {
  readonly id: keyof ReturnType<typeof useCounts>;
  readonly name: string;
  /** Loaded on demand, except the first one. */
  readonly Screen: ComponentType;
}

const FIRST: ReviewTab = { id: "cases", name: "Claims and requests", Screen: ReviewScreen };
const TABS: readonly ReviewTab[] = [
  FIRST,
  { id: "changes", name: "Changes", Screen: ChangesTab },
  { id: "transfers", name: "Transfers", Screen: TransfersTab },
  { id: "readings", name: "Second reading", Screen: ReadingsTab },
  { id: "expiring", name: "Expiring", Screen: ExpiringTab },
  { id: "silent", name: "Issuer silent", Screen: SilentTab },
  { id: "reports", name: "Reports", Screen: ReportScreen },
  { id: "suggestions", name: "Suggestions", Screen: SuggestionsTab },
];

/** All kinds of cases, one tab for each. Another tab starts without filters and with no case open. */
function ReviewTabs() {
  const { search } = useListSearchParams<ReviewSearchParams>(reviewSearchParams);
  const navigate = useNavigate();
  const router = useRouter();
  const counts = useCounts();
  const { id: current, Screen } = TABS.find(({ id }) => id === search.tab) ?? FIRST;
  const at = (id: string): ReviewSearchParams => ({ tab: id === FIRST.id ? undefined : id });
  const tabs = TABS.map(({ id, name }) => ({
    id,
    name,
    count: counts[id],
    href: router.buildLocation({ to: "/admin/reviews", search: at(id) }).href,
  }));
  return (
    <Tabs
      label="What to review"
      tabs={tabs}
      current={current}
      onSelect={(id) => void navigate({ to: "/admin/reviews", search: at(id), resetScroll: false })}
    >
      <div className="review-screen-tab">
        <Suspense fallback={<Skeleton rows={8} />}>
          <Screen />
        </Suspense>
      </div>
    </Tabs>
  );
}
