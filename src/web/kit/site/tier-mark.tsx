import { type HalalStatus, LEAF, STAR, TICK, TIER_NAMES, VEIN } from "../../../shared/places/places.ts";

interface TierMarkProps {
  readonly tier: "verified" | "reported" | "friendly";
}

/** One mark for each halal tier, distinguished by shape as well as by color. Its name is always next to it. */
export function TierMark({ tier }: TierMarkProps) {
  return (
    <svg className="tier-mark" data-tier={tier} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <path className="tier-mark-shape" d={tier === "friendly" ? LEAF : STAR} />
      {tier === "verified" && <path className="tier-mark-line" d={TICK} />}
      {tier === "reported" && <circle className="tier-mark-line" cx="32" cy="32" r="7" />}
      {tier === "friendly" && <path className="tier-mark-line" d={VEIN} />}
    </svg>
  );
}

/** The halal tier of a place: mark and name. */
export function TierBadge({ status }: { readonly status: HalalStatus }) {
  return (
    <span className="badge tier-badge" data-tier={status}>
      {status !== "unverified" && <TierMark tier={status} />}
      {TIER_NAMES[status]}
    </span>
  );
}
