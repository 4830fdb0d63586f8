import type { ReviewKind } from "../../../../../shared/reviews/reviews.ts";
import { trpc } from "../../../../lib/api.tsx";
import { formatDateTime } from "../../../../lib/format/format-date.ts";
import { refusalOf } from "../../../../lib/refusal.ts";
import { CASE, DECIDE, REVIEWS } from "../content.ts";

interface EditConflict {
  /** Who decided the case and how; null while it is pending. */
  readonly settled: string | null;
  /** The current owner of the place. */
  readonly owner: string | null;
}

const GONE = 404;

/** After a refusal: the current status of the case, who decided it and who owns the place. */
export function useEditConflict(kind: ReviewKind, id: string, placeName: string) {
  const utils = trpc.useUtils();
  const read = async () => {
    if (kind === "request") {
      const { request } = await utils.reviews.request.fetch({ id }, { staleTime: 0 });
      return { now: request, owner: null };
    }
    const { claim, place } = await utils.reviews.claim.fetch({ id }, { staleTime: 0 });
    return { now: claim, owner: place?.ownerName ?? null };
  };
  return async (): Promise<EditConflict> => {
    const found = await read().catch((error: unknown) => {
      if (refusalOf(error)?.status === GONE) return null;
      throw error;
    });
    if (found?.now.status === "pending") return { settled: null, owner: found.owner };
    const settled = found ? decidedText(placeName, found.now) : DECIDE.goneText(placeName);
    return { settled, owner: null };
  };
}

interface Settled {
  readonly status: "pending" | "approved" | "rejected";
  readonly reviewedBy: string | null;
  readonly reviewedAt: Date | null;
}

function decidedText(placeName: string, { status, reviewedBy, reviewedAt }: Settled): string {
  const when = reviewedAt ? formatDateTime(reviewedAt) : "";
  const word = REVIEWS.status[status].toLowerCase();
  return DECIDE.alreadyDecidedText(placeName, word, reviewedBy ?? CASE.unknownReviewer, when);
}
