import Table from "cli-table3";
import { z } from "zod";
import type { Operation } from "../../src/core/rpc/operations.ts";
import type { Page } from "../../src/shared/listing.ts";
import { readVariable } from "../environment.ts";

/** Data, to stdout. Resolves when it is handed over. */
export function write(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(data, (error) => (error ? reject(error) : resolve()));
  });
}

/** What is not data. */
export function note(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

export const writeJson = (value: unknown): Promise<void> => write(`${JSON.stringify(value)}\n`);

const CELL_MAX = 60; // characters

type Row = Readonly<Record<string, unknown>>;

/** A list for people: a table, or a block an item where the terminal is too narrow for it. */
export function writeRows(operation: Operation, rows: readonly Row[]): Promise<void> {
  const columns = columnsOf(operation, rows);
  if (rows.length === 0) return write(`${columns.join("  ")}\n`);
  const table = formatTable(columns, rows);
  const width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
  if (table.split("\n").every((line) => Bun.stringWidth(line) <= width)) return write(`${table}\n`);
  return write(rows.map((row) => formatFields(Object.entries(row))).join("\n"));
}

const NO_LINES = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  mid: "",
  "left-mid": "",
  "mid-mid": "",
};
const CHARS = {
  ...NO_LINES,
  "right-mid": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
};

/** Columns in which nothing stands are left out, and long texts are cut: `--json` has them all. */
function formatTable(columns: readonly string[], rows: readonly Row[]): string {
  const filled = columns.filter((column) => rows.some((row) => formatCell(row[column]) !== ""));
  const isPlain = !process.stdout.isTTY || readVariable("NO_COLOR") !== undefined;
  const table = new Table({
    head: [...filled],
    chars: { ...CHARS, left: "", right: "", middle: "  " },
    style: { head: isPlain ? [] : ["bold"], border: [], "padding-left": 0, "padding-right": 0 },
  });
  for (const row of rows) table.push(filled.map((column) => truncate(formatCell(row[column]))));
  return table.toString().replace(/ +$/gm, "");
}

const truncate = (text: string): string =>
  text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text;

/** One thing for people: a line for each of its facts. */
export function writeRecord(thing: unknown): Promise<void> {
  if (typeof thing !== "object" || thing === null) return write(`${formatCell(thing)}\n`);
  const facts = Object.entries(thing).filter(([name, value]) => name !== "success" || value !== true);
  if (facts.length === 0) return write("Done.\n");
  return write(formatFields(facts));
}

function formatFields(facts: readonly (readonly [string, unknown])[]): string {
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${formatCell(value)}\n`).join("");
}

/** What the operation says that its items hold; else what they do hold. */
function columnsOf({ output }: Operation, rows: readonly Row[]): readonly string[] {
  const items = output instanceof z.ZodObject ? output.shape.items : undefined;
  const item = items instanceof z.ZodArray ? items.element : undefined;
  return Object.keys(item instanceof z.ZodObject ? item.shape : (rows[0] ?? { nothing: true }));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a visitor's text must not steer the terminal
const CONTROL_CHARACTERS = /[\u0000-\u001F\u007F-\u009F\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text =
    value instanceof Date
      ? value.toISOString()
      : typeof value === "object"
        ? JSON.stringify(value)
        : `${value}`;
  return text.replace(/\s*[\r\n\t]+\s*/g, " ").replace(CONTROL_CHARACTERS, "\uFFFD");
}

/** A page's items, and on stderr where the rest is. */
export async function writePage(operation: Operation, page: Page<Row>, json: boolean): Promise<void> {
  await (json ? writeJson(page.items) : writeRows(operation, page.items));
  if (page.next !== null)
    note(`${page.items.length} of ${page.total} shown; the next: --cursor ${page.next}, or --all`);
}
