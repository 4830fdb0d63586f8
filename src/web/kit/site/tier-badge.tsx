import { type HalalStatus, TIER_NAMES } from "../../../shared/places/places.ts";
import { TierMark } from "./tier-mark.tsx";

/** The halal tier of a place: mark and name. */
export function TierBadge({ status }: { readonly status: HalalStatus }) {
  return (
    <span className="badge tier-badge" data-tier={status}>
      {status !== "unverified" && <TierMark tier={status} />}
      {TIER_NAMES[status]}
    </span>
  );
}
