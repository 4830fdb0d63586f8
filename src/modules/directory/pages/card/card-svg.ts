import { longDay } from "../../../../shared/places/days.ts";
import { type HalalStatus, STAR, TIER_NAMES } from "../../../../shared/places/places.ts";
import { type MarkColors, markSvg } from "../badge.ts";

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
  emerald: "#0d6b55",
  onEmerald: "#ffffff",
  sky: "#2c6e9e",
  saffron: "#d98a1f",
  card: "#ffffff",
  soft: "#4b5f57",
};
const INK = "#13251f";
const TONES: Readonly<Record<HalalStatus, string>> = {
  verified: "#e7f1ed",
  friendly: "#fbf0df",
  reported: "#e9f0f5",
  unverified: "#f1ece1",
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

const ARABIC = /[\u0600-\u06FF\u0750-\u077F\u0870-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]/;
const LETTERS =
  /[^\u0020-\u024F\u1E00-\u1EFF\u2010-\u2027\u0600-\u06FF\u0750-\u077F\u0870-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]/g;
const SIZES = [92, 76, 62]; // pixels, the first at which the name fits
const LAST_SIZE = 52;
const MAX_LINES = 2;

/** The text without letters that the fonts of the picture do not have. */
export const lettersOnCard = (text: string): string => text.replace(LETTERS, " ").replace(/\s+/g, " ").trim();

interface Fitted {
  readonly size: number;
  readonly lines: readonly string[];
}

/** Breaks a name into at most two lines as large as fit; a longer one ends in an ellipsis. */
export function linesOf(name: string, width: number): Fitted {
  for (const size of SIZES) {
    const lines = broken(name, width / size);
    if (lines.length <= MAX_LINES && lines.every((line) => widthOf(line) * size <= width))
      return { size, lines };
  }
  const [first = "", ...rest] = broken(name, width / LAST_SIZE);
  const lines = [first, rest.join(" ")].filter(Boolean).map((line) => cut(line, width / LAST_SIZE));
  return { size: LAST_SIZE, lines };
}

function broken(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= width) lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(word);
  }
  return lines;
}

function cut(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  let fitting = [...line];
  while (fitting.length > 0 && widthOf(`${fitting.join("")}…`) > width) fitting = fitting.slice(0, -1);
  return `${fitting.join("").trimEnd()}…`;
}

/** About the width of a text in Fraunces or Noto Naskh Arabic, in multiples of its size; never too small. */
const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

function letterWidth(letter: string): number {
  if (ARABIC.test(letter)) return 0.5;
  if (/[ijlI.,:;'’!|()\s]/.test(letter)) return 0.31;
  if (/[mwMW@&%]/.test(letter)) return 0.9;
  return /\p{Lu}/u.test(letter) ? 0.72 : 0.57;
}

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: string;
}

/** One line of text; the renderer orders its letters by their direction, in the font of each script. */
function textSvg(text: string, { x, y, size, color }: Placed): string {
  const runs = text.match(RUNS) ?? [];
  const spans = runs.map((run) => {
    const font = ARABIC.test(run) ? "Noto Naskh Arabic" : "Fraunces";
    return `<tspan font-family="${font}">${Bun.escapeHTML(run)}</tspan>`;
  });
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${color}" xml:space="preserve">${spans.join("")}</text>`;
}

const RUNS =
  /[\u0600-\u06FF\u0750-\u077F\u0870-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]+(?: +[\u0600-\u06FF\u0750-\u077F\u0870-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]+)*|[^\u0600-\u06FF\u0750-\u077F\u0870-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]+/g;
