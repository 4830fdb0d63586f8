import { z } from "zod";
import type { Operation } from "../../src/core/rpc/operations.ts";
import { readVariable } from "../environment.ts";

/** Data, to stdout. Resolves once the system has taken it. */
export function write(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(data, (error) => (error ? reject(error) : resolve()));
  });
}

/** Anything that is not data, to stderr. */
export function note(message: string): void {
  process.stderr.write(`${message}\n`);
}

export const writeJson = (value: unknown): Promise<void> => write(`${JSON.stringify(value)}\n`);

/** In place of an empty list or record. */
const NONE = "none";
const CELL_MAX = 60; // characters
/** Records of a field that are shown as blocks. */
const BLOCKS_MAX = 3;

type Row = Readonly<Record<string, unknown>>;

/** A list for people: a table, or one block a row where the terminal is too narrow for it. */
export function writeRows(
  operation: Pick<Operation, "output">,
  rows: readonly Row[],
  chosen: readonly string[] | null = null,
): Promise<void> {
  const columns = chosen ?? columnsOf(operation, rows);
  if (rows.length === 0) return write(`${NONE}\n`);
  const table = tableOf(columns, rows, chosen !== null);
  const width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
  if (table.split("\n").every((line) => Bun.stringWidth(line) <= width)) return write(`${table}\n`);
  return write(rows.map((row) => formatFields(Object.entries(row))).join("\n"));
}

/** Empty columns are left out unless they were chosen, and long texts are cut: `--json` has them all. */
function tableOf(columns: readonly string[], rows: readonly Row[], keepsEmpty = false): string {
  const filled = keepsEmpty ? columns : columns.filter((column) => rows.some((row) => !isEmpty(row[column])));
  const cells = rows.map((row) => filled.map((column) => truncate(formatCell(row[column]))));
  return formatTable(filled, cells, {
    bold: process.stdout.isTTY && readVariable("NO_COLOR") === undefined,
  });
}

const truncate = (text: string): string =>
  text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text;

/** One record for people: a line for each field. A list that has no pages is a table. */
export function writeRecord(record: unknown): Promise<void> {
  if (Array.isArray(record) && record.length === 0) return write(`${NONE}\n`);
  if (Array.isArray(record) && record.every(isRecord)) return writeRows({ output: null }, record);
  if (typeof record !== "object" || record === null) return write(`${formatCell(record)}\n`);
  const fields = Object.entries(record).filter(([name, value]) => name !== "success" || value !== true);
  if (fields.length === 0) return write("Done.\n");
  return write(formatFields(fields));
}

/** A field that holds records is followed by them, indented. */
function formatFields(fields: readonly (readonly [string, unknown])[], indent = ""): string {
  const width = Math.max(...fields.map(([name]) => name.length));
  const lines = fields.map(([name, value]) => {
    const records = recordsIn(value);
    if (records.length === 0) return `${indent}${name.padEnd(width)}  ${formatCell(value)}\n`;
    return `${indent}${name}\n${formatRecords(records, `${indent}  `)}`;
  });
  return lines.join("");
}

/** A few records are blocks of lines; more are a table, one line each. */
function formatRecords(records: readonly Row[], indent: string): string {
  const blocks = records.map((record) => formatFields(Object.entries(record), indent));
  if (records.length <= BLOCKS_MAX) return blocks.join("\n");
  const lines = tableOf(columnsOf({ output: null }, records), records).split("\n");
  return lines.map((line) => `${indent}${line}\n`).join("");
}

const isRecord = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

const recordsIn = (value: unknown): readonly Row[] =>
  (Array.isArray(value) ? value : [value]).filter(isRecord).filter((row) => Object.keys(row).length > 0);

/** The columns that the operation's output declares, else those of the first row. */
function columnsOf(operation: Pick<Operation, "output">, rows: readonly Row[]): readonly string[] {
  const declared = fieldsOf(operation);
  return declared.length > 0 ? declared : Object.keys(rows[0] ?? { nothing: true });
}

/** The names of a list's fields as its schema declares them; empty if it declares none. */
export function fieldsOf({ output }: Pick<Operation, "output">): readonly string[] {
  const items = output instanceof z.ZodObject ? output.shape.items : output;
  const item = items instanceof z.ZodArray ? items.element : undefined;
  return item instanceof z.ZodObject ? Object.keys(item.shape) : [];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: text from visitors must not control the terminal
const CONTROL_CHARACTERS = /[\u0000-\u001F\u007F-\u009F\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;

/** One line without control characters. */
const formatCell = (value: unknown): string =>
  textOf(value)
    .replace(/\s*[\r\n\t]+\s*/g, " ")
    .replace(CONTROL_CHARACTERS, "\uFFFD");

/** No value, or one that holds none. */
const isEmpty = (value: unknown): boolean =>
  textOf(value) === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.length === 0 ? NONE : value.map(textOf).join("; ");
  if (typeof value !== "object") return `${value}`;
  if (Object.keys(value).length === 0) return NONE;
  const fields = Object.entries(value).map(([name, each]) => [name, textOf(each)] as const);
  return fields.flatMap(([name, text]) => (text === "" ? [] : [`${name}: ${text}`])).join(", ");
}

const COLUMN_GAP = "  ";

/** Text in aligned columns without borders. Aligns by display width, so that Arabic, CJK and emoji line up too. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { bold }: { readonly bold: boolean },
): string {
  const widths = head.map((name, column) =>
    Math.max(Bun.stringWidth(name), ...rows.map((row) => Bun.stringWidth(row[column] ?? ""))),
  );
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(cell.length + (widths[column] ?? 0) - Bun.stringWidth(cell)))
      .join(COLUMN_GAP)
      .trimEnd();
  const headLine = lineOf(head);
  return [bold ? `\x1b[1m${headLine}\x1b[22m` : headLine, ...rows.map(lineOf)].join("\n");
}
