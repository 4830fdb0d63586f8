import { createHash } from "node:crypto";
import { longDay } from "../../../shared/places/days.ts";
import {
  type HalalStatus,
  LEAF,
  QUESTION,
  STAR,
  TICK,
  TIER_NAMES,
  VEIN,
} from "../../../shared/places/places.ts";

/** What the badge says about a place. */
export interface BadgeFacts {
  readonly tier: HalalStatus;
  readonly until: string | null;
  readonly revokedOn: string | null;
}

const HEIGHT = 60; // pixels
const TEXT_AT = 62;
const TITLE_WIDTH = 9.4; // pixels a letter, in the widest of the fonts
const NOTE_WIDTH = 7.1;

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const STYLE = [
  ".card{fill:#fff;stroke:#e3dccd}.ink{fill:#13251f}.note{fill:#4b5f57}.bad{fill:#b5412a}",
  `.ink{font:600 16px ${FONT}}.note,.bad{font:13px ${FONT}}`,
  ".fill-emerald{fill:#0d6b55}.stroke-onEmerald{stroke:#fff}.stroke-sky{stroke:#2c6e9e}",
  ".fill-saffron{fill:#d98a1f}.stroke-card{stroke:#fff}.stroke-soft{stroke:#4b5f57}",
  "@media(prefers-color-scheme:dark){.card{fill:#172b27;stroke:#27403a}.ink{fill:#eef3ec}.note{fill:#a9bbb2}.bad{fill:#f08a73}",
  ".fill-emerald{fill:#3fbf9a}.stroke-onEmerald{stroke:#0b1a17}.stroke-sky{stroke:#7db8e0}",
  ".fill-saffron{fill:#f0b255}.stroke-card{stroke:#172b27}.stroke-soft{stroke:#a9bbb2}}",
].join("");

/** Lets nothing but the badge's own style sheet work where it is opened as a document. */
export const BADGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/** The badge that owners embed: the tier of today, and since when it no longer is. Loads nothing and runs nothing. */
export function badgeSvg({ tier, until, revokedOn }: BadgeFacts, brand: string): string {
  const title = `Halal: ${TIER_NAMES[tier]}`;
  const note = revokedOn === null ? noteOf(tier, until, brand) : `Certificate revoked ${longDay(revokedOn)}`;
  const width = Math.ceil(TEXT_AT + 18 + Math.max(title.length * TITLE_WIDTH, note.length * NOTE_WIDTH));
  const name = Bun.escapeHTML(`${title}. ${note}.`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}"` +
    ` role="img" aria-label="${name}"><title>${name}</title><style>${STYLE}</style>` +
    `<rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${HEIGHT - 1}" rx="13"/>` +
    `<g transform="translate(13 12) scale(0.5625)">${markSvg(tier, (part, color) => `class="${part}-${color}"`)}</g>` +
    `<text class="ink" x="${TEXT_AT}" y="27">${Bun.escapeHTML(title)}</text>` +
    `<text class="${revokedOn === null ? "note" : "bad"}" x="${TEXT_AT}" y="46">${Bun.escapeHTML(note)}</text></svg>`
  );
}

function noteOf(tier: HalalStatus, until: string | null, brand: string): string {
  if (tier === "unverified" || tier === "reported") return `See what is known on ${brand}`;
  return until === null ? `See why on ${brand}` : `Until ${longDay(until)} · ${brand}`;
}

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
