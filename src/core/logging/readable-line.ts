const RESET = "\u001b[0m";
const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
const LEVEL_COLORS: Readonly<Record<string, Color>> = { fatal: "red", error: "red", warn: "yellow" };
const LEVEL_WIDTH = 5;

export type Color = keyof typeof CODES;

/** Colors a text for a terminal that has colors. */
export const paint = (text: string, color: Color, hasColors: boolean): string =>
  hasColors ? `\u001b[${CODES[color]}m${text}${RESET}` : text;

/** A JSON line of the log for people: local time, level, message and the other fields. */
export function formatLine(line: string, hasColors: boolean): string {
  const { time, level, msg, ...fields } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const label = String(level);
  const word = paint(label.padEnd(LEVEL_WIDTH), LEVEL_COLORS[label] ?? "dim", hasColors);
  const rest = Object.entries(fields).map(([name, value]) =>
    paint(`${name}=${shown(value)}`, "dim", hasColors),
  );
  return `${[clock(String(time)), word, ...(msg === undefined ? [] : [String(msg)]), ...rest].join(" ")}\n`;
}

const clock = (time: string): string => new Date(time).toTimeString().slice(0, 8);

/** A text is quoted if it has spaces or control characters, which could move the cursor. */
function shown(value: unknown): string {
  if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return value;
  return JSON.stringify(value);
}
