import { longDay } from "../../../../shared/places/day.ts";
import { type HalalStatus, TIER_NAMES } from "../../../../shared/places/places.ts";
import { STAR } from "../../../../shared/places/tier-shapes.ts";
import { type MarkColors, markSvg } from "../mark-svg.ts";
import { lettersOnCard, linesOf, textSvg } from "./card-text.ts";

/** What the picture says about a place. */
export interface CardFacts {
  readonly name: string;
  /** `Restaurant in Dearborn, MI`. */
  readonly kind: string;
  /** Null for a masjid. */
  readonly tier: HalalStatus | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly revokedOn: string | null;
  readonly brand: string;
}

const [WIDTH, HEIGHT] = [1_200, 630]; // pixels, the size that social networks ask for
const MARGIN = 80;
const COLORS: MarkColors = {
  ...{ emerald: "#0d6b55", onEmerald: "#ffffff", sky: "#2c6e9e", saffron: "#d98a1f" },
  ...{ card: "#ffffff", soft: "#4b5f57" },
};
const INK = "#13251f";
const TONES: Readonly<Record<HalalStatus, string>> = {
  ...{ verified: "#e7f1ed", friendly: "#fbf0df", reported: "#e9f0f5", unverified: "#f1ece1" },
};

/** The picture that social networks show of a place, with its tier of today. */
export function cardSvg(facts: CardFacts): string {
  const name = linesOf(lettersOnCard(facts.name) || facts.kind, WIDTH - 2 * MARGIN);
  const top = 232 - (name.lines.length - 1) * 18;
  const lines = name.lines.map((line, at) =>
    textSvg(line, { x: MARGIN, y: top + at * name.size * 1.16, size: name.size, color: "#084a3b" }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#faf6ee"/>`,
    `<g fill="none" stroke="${INK}" stroke-opacity="0.06" stroke-width="0.7" transform="translate(820 -120) scale(8)"><path d="${STAR}"/></g>`,
    brandSvg(facts.brand),
    ...lines,
    textSvg(lettersOnCard(facts.kind), {
      x: MARGIN,
      y: top + (name.lines.length - 1) * name.size * 1.16 + 62,
      size: 34,
      color: COLORS.soft,
    }),
    facts.tier === null ? "" : tierSvg(facts, facts.tier),
    "</svg>",
  ].join("");
}

const brandSvg = (brand: string): string =>
  `<g transform="translate(${MARGIN} 62) scale(0.8125)"><path d="${STAR}" fill="${COLORS.emerald}"/>` +
  '<circle cx="32" cy="32" r="9" fill="none" stroke="#fff" stroke-width="4"/></g>' +
  textSvg(lettersOnCard(brand), { x: MARGIN + 68, y: 101, size: 38, color: INK });

function tierSvg(facts: CardFacts, tier: HalalStatus): string {
  const top = 420;
  return (
    `<rect y="${top}" width="${WIDTH}" height="${HEIGHT - top}" fill="${TONES[tier]}"/>` +
    `<g transform="translate(${MARGIN} ${top + 45}) scale(1.875)">${markSvg(tier, (part, color) => `${part}="${color === "card" ? TONES[tier] : COLORS[color]}"`)}</g>` +
    textSvg(TIER_NAMES[tier], { x: MARGIN + 156, y: top + 98, size: 58, color: INK }) +
    textSvg(daysOf(facts, tier), { x: MARGIN + 156, y: top + 150, size: 34, color: INK })
  );
}

function daysOf({ since, until, revokedOn }: CardFacts, tier: HalalStatus): string {
  if (revokedOn !== null) return `Certificate revoked on ${longDay(revokedOn)}`;
  if (tier === "unverified" || since === null) return "See what is known about this place";
  return `Since ${longDay(since)}${until === null ? "" : `, until ${longDay(until)}`}`;
}
