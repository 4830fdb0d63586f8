import { type HalalStatus, LEAF, QUESTION, STAR, TICK, VEIN } from "../../../shared/places/places.ts";

/** The colors of a mark: what is filled, and the lines on it. */
export interface MarkColors {
  readonly emerald: string;
  readonly onEmerald: string;
  readonly sky: string;
  readonly saffron: string;
  readonly card: string;
  readonly soft: string;
}

/** Colors as attributes, or the classes of a style sheet. */
type Paint = (part: "fill" | "stroke", color: keyof MarkColors) => string;

const LINE = 'stroke-linecap="round" stroke-linejoin="round"';

/** The mark of a tier in a square of 64. */
export function markSvg(tier: HalalStatus, paint: Paint): string {
  switch (tier) {
    case "verified":
      return (
        `<path d="${STAR}" ${paint("fill", "emerald")}/>` +
        `<path d="${TICK}" fill="none" ${paint("stroke", "onEmerald")} stroke-width="5" ${LINE}/>`
      );
    case "friendly":
      return (
        `<path d="${LEAF}" ${paint("fill", "saffron")}/>` +
        `<path d="${VEIN}" fill="none" ${paint("stroke", "card")} stroke-width="3" ${LINE}/>`
      );
    case "reported":
      return `<g fill="none" ${paint("stroke", "sky")} stroke-width="4" ${LINE}><path d="${STAR}"/><circle cx="32" cy="32" r="7"/></g>`;
    case "unverified":
      return (
        `<g fill="none" ${paint("stroke", "soft")} stroke-width="4" ${LINE}>` +
        `<circle cx="32" cy="32" r="28" stroke-width="3" stroke-dasharray="5 6"/><path d="${QUESTION}"/></g>`
      );
  }
}
