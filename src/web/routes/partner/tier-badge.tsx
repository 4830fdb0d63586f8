import type { HalalStatus } from "../../../shared/places.ts";
import { TierMark } from "../../blocks/tier-mark/tier-mark.tsx";
import { TIER_NAMES } from "./content.ts";

/** What is known of a place being halal: its mark and its name. */
export function TierBadge({ status }: { readonly status: HalalStatus }) {
  return (
    <span className="badge tier-badge" data-tier={status}>
      {status !== "unverified" && <TierMark tier={status} />}
      {TIER_NAMES[status]}
    </span>
  );
}
