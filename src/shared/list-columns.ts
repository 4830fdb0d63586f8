import { z } from "zod";

const MAP_MAX = 20_000; // characters

/** How the columns of a list are read: the field of each column, null for none, and fields that are the same in all rows. */
const listMapFields = z.object({
  columns: z.record(z.string(), z.string().nullable()).default({}),
  values: z.record(z.string(), z.string()).default({}),
});
export type ListMap = z.output<typeof listMapFields>;

const NO_MAP = 'map must be JSON such as {"columns": {"Masjid": "name"}, "values": {"state": "MI"}}';

/** The JSON of a map, as it is sent in a query. */
export const listMap = z
  .string({ error: NO_MAP })
  .max(MAP_MAX, `map must have at most ${MAP_MAX} characters`)
  .transform((text, ctx): ListMap => {
    const { data } = listMapFields.safeParse(jsonOf(text));
    if (data) return data;
    ctx.addIssue({ code: "custom", message: NO_MAP });
    return z.NEVER;
  })
  .optional();

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** How it is known what a column holds: by its name, by its values, or as a person said, now or of an earlier list. */
const COLUMN_SOURCES = ["name", "values", "said", "remembered"] as const;

export const listColumn = z.object({
  column: z.string(),
  /** Null for a column that is not taken. */
  field: z.string().nullable(),
  by: z.enum(COLUMN_SOURCES).nullable(),
  /** The first value; empty if none of the first rows has one. */
  sample: z.string(),
});
export type ListColumn = z.output<typeof listColumn>;

export const listHead = z.object({
  /** The line of the header. */
  header: z.number().int(),
  delimiter: z.string(),
  columns: z.array(listColumn),
});
export type ListHead = z.output<typeof listHead>;

/** How a list would be read, and the fields that it needs and does not have. */
export const listGuess = z.object({ ...listHead.shape, missing: z.array(z.string()) });
export type ListGuess = z.output<typeof listGuess>;

interface RawRow {
  /** Its first line. */
  readonly at: number;
  readonly text: string;
}

/** The rows of a list as they are written, with the quotes of RFC 4180. */
function* rawRows(text: string, delimiter: string): Generator<RawRow> {
  let [from, line, at, quoted] = [0, 1, 1, false];
  for (let n = 0; n < text.length; n += 1) {
    const letter = text[n];
    if (letter === '"') {
      const before = text[n - 1];
      if (quoted) quoted = false;
      else if (n === from || before === delimiter || before === '"') quoted = true;
    } else if (letter === "\n") {
      line += 1;
      if (quoted) continue;
      yield { at, text: text.slice(from, n).replace(/\r$/, "") };
      [from, at] = [n + 1, line];
    }
  }
  if (from < text.length) yield { at, text: text.slice(from) };
}

/** What the column of reasons is called, in a list of the rows that were not taken. */
export const REASON_COLUMN = "Reason";

interface RefusedRow {
  readonly at: number;
  readonly reason: string;
}

/** The rows of a list that were not taken as they are written, with a column that says why. It can be mended and sent again. */
export function refusedRows(
  text: string,
  { header, delimiter }: { readonly header: number; readonly delimiter: string },
  refused: readonly RefusedRow[],
): string {
  const reasons = new Map<number, string[]>();
  for (const { at, reason } of refused) reasons.set(at, [...(reasons.get(at) ?? []), reason]);
  const lines: string[] = [];
  for (const row of rawRows(text, delimiter)) {
    const said = row.at === header ? [REASON_COLUMN] : reasons.get(row.at);
    if (said) lines.push(`${row.text}${delimiter}"${said.join("; ").replaceAll('"', '""')}"`);
  }
  return `${lines.join("\r\n")}\r\n`;
}
