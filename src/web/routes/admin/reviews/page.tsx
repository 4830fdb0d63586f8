import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toastError } from "../../../lib/toast/toast-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { REVIEWS } from "./content.ts";
import { ReviewTabs } from "./review-tabs.tsx";

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
    utils.reviews
      .invalidate(undefined, undefined, { throwOnError: true })
      .catch((error: unknown) => toastError(REVIEWS.failed, error));
  return (
    <Button look="quiet" className="button-small" onClick={refresh}>
      {REVIEWS.refresh}
    </Button>
  );
}
