interface TierMarkProps {
  readonly tier: "verified" | "reported" | "friendly";
}

const STAR =
  "M32 2L40.79 10.79L53.21 10.79L53.21 23.21L62 32L53.21 40.79L53.21 53.21L40.79 53.21L32 62L23.21 53.21" +
  "L10.79 53.21L10.79 40.79L2 32L10.79 23.21L10.79 10.79L23.21 10.79Z";
const TICK = "M20 33L28.500 41.500L45 24";
const LEAF = "M10 54C6 26 24 8 56 8C58 40 40 58 16 52";
const VEIN = "M8 58C20 42 30 32 42 22M24 37V24M33 29H46M18 44H32";

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
