import { csvRecords, textOf } from "../../src/core/files/csv-reader.ts";
import type { Operation } from "../../src/core/rpc/operations.ts";
import { usageError } from "../errors.ts";
import type { Input } from "../transport/transport.ts";
import { chosenFields, limitOf, pick, type Row, type ShapeOptions } from "./shape.ts";

type Chunks = AsyncIterable<Uint8Array>;

/** The input of an export with the chosen format. Throws a usage error if rows are chosen of what has none. */
export function exportInput(operation: Operation, input: Input, options: ShapeOptions): Input {
  const chosen = options.json || options.jsonl ? { ...input, format: "jsonl" } : input;
  const isCut = options.fields !== undefined || options.limit !== undefined;
  if (isCut && formatOf(operation, chosen) === "geojson")
    throw usageError("--fields and --limit are for rows: add --format csv or --jsonl.");
  return chosen;
}

const formatOf = ({ input }: Operation, { format }: Input): unknown =>
  format ?? input?.shape.format?.safeParse(undefined).data;

/** An export with the chosen fields and no more rows than `--limit`; the same bytes without both. */
export function shapeExport(
  operation: Operation,
  input: Input,
  chunks: Chunks,
  options: ShapeOptions,
): Chunks {
  if (options.fields === undefined && options.limit === undefined) return chunks;
  const shape = formatOf(operation, input) === "csv" ? csvLines : jsonLines;
  return encoded(firstOf(shape(textOf(chunks), options), limitOf(options)));
}

interface Line {
  /** With its line break. */
  readonly text: string;
  /** False for a header, which does not count. */
  readonly isRow: boolean;
}

async function* csvLines(parts: AsyncIterable<string>, options: ShapeOptions): AsyncGenerator<Line> {
  let columns: readonly number[] | null = null;
  for await (const records of csvRecords(parts)) {
    for (const { fields } of records) {
      const isRow = columns !== null;
      columns ??= columnsOf(fields, options);
      yield { text: csvLine(columns.map((column) => fields[column] ?? "")), isRow };
    }
  }
}

/** The positions of the chosen fields in the header. */
function columnsOf(header: readonly string[], options: ShapeOptions): readonly number[] {
  return (chosenFields(options, header) ?? header).map((name) => header.indexOf(name));
}

/** As the server writes it: every field quoted. */
const csvLine = (fields: readonly string[]): string =>
  `${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(",")}\r\n`;

async function* jsonLines(parts: AsyncIterable<string>, options: ShapeOptions): AsyncGenerator<Line> {
  let rest = "";
  for await (const part of parts) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield { text: jsonLine(line, options), isRow: true };
  }
}

function jsonLine(line: string, options: ShapeOptions): string {
  if (options.fields === undefined) return `${line}\n`;
  const row = JSON.parse(line) as Row;
  return `${JSON.stringify(pick(row, chosenFields(options, Object.keys(row))))}\n`;
}

async function* firstOf(lines: AsyncIterable<Line>, limit: number): AsyncGenerator<string> {
  let rows = 0;
  for await (const { text, isRow } of lines) {
    yield text;
    if (isRow) rows += 1;
    if (rows === limit) return;
  }
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
