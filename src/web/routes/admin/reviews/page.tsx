import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { trpc } from "../../../lib/api.tsx";
import { Button } from "../../../ui/button.tsx";
import { REVIEWS } from "./content.ts";
import { Desk } from "./desk.tsx";

export function ReviewsPage() {
  return (
    <StaffFrame title={REVIEWS.title} actions={<Refresh />}>
      <Desk />
    </StaffFrame>
  );
}

/** Nothing is asked for again by itself, and others decide too. */
function Refresh() {
  const utils = trpc.useUtils();
  return (
    <Button look="quiet" className="button-small" onClick={() => void utils.reviews.invalidate()}>
      {REVIEWS.refresh}
    </Button>
  );
}
