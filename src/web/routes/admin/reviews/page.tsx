import { useNavigate, useRouter } from "@tanstack/react-router";
import { Suspense } from "react";
import { Button } from "../../../kit/page/button.tsx";
import { Skeleton } from "../../../kit/page/states.tsx";
import { Tabs } from "../../../kit/page/tabs.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useListSearchParams } from "../../../lib/list.ts";
import { toastError } from "../../../lib/toast.ts";
import { REVIEWS } from "./content.ts";
import { type ReviewSearchParams, reviewSearchParams } from "./search-params.ts";
import { REVIEW_TABS } from "./tabs.ts";

export function ReviewsPage() {
  return (
    <StaffFrame wide title={REVIEWS.title} actions={<Refresh />}>
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
      .catch((error: unknown) => toastError(REVIEWS.failed, error));
  return (
    <Button look="quiet" className="button-small" onClick={refresh}>
      {REVIEWS.refresh}
    </Button>
  );
}

const [FIRST] = REVIEW_TABS;

/** All kinds of cases, one tab for each. Another tab starts without filters and with no case open. */
function ReviewTabs() {
  const { search } = useListSearchParams<ReviewSearchParams>(reviewSearchParams);
  const navigate = useNavigate();
  const router = useRouter();
  const { id: current, Screen } = REVIEW_TABS.find(({ id }) => id === search.tab) ?? FIRST;
  const at = (id: string): ReviewSearchParams => ({ tab: id === FIRST.id ? undefined : id });
  const tabs = REVIEW_TABS.map(({ id, label, useCount }) => ({
    id,
    name: label,
    // biome-ignore lint/correctness/useHookAtTopLevel: the list is constant, and so is the order of its hooks
    count: useCount(),
    href: router.buildLocation({ to: "/admin/reviews", search: at(id) }).href,
  }));
  return (
    <Tabs
      label={REVIEWS.tabs}
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
