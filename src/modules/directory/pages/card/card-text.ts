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
  let kept = [...line];
  while (kept.length > 0 && widthOf(`${kept.join("")}…`) > width) kept = kept.slice(0, -1);
  return `${kept.join("").trimEnd()}…`;
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
export function textSvg(text: string, { x, y, size, color }: Placed): string {
  const runs = text.match(RUNS) ?? [];
  const spans = runs.map((run) => {
    const font = ARABIC.test(run) ? "Noto Naskh Arabic" : "Fraunces";
    return `<tspan font-family="${font}">${Bun.escapeHTML(run)}</tspan>`;
  });
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${color}" xml:space="preserve">${spans.join("")}</text>`;
}

const RUNS =
  /[\u0600-\u06FF\u0750-\u077F\u0870-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]+(?: +[\u0600-\u06FF\u0750-\u077F\u0870-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]+)*|[^\u0600-\u06FF\u0750-\u077F\u0870-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]+/g;
