import { CsvError, type Parser, parse } from "csv-parse";
import { yieldToEventLoop } from "../limits/event-loop.ts";
import { FileError } from "./file-error.ts";

const MAX_RECORD = 100_000; // bytes of its fields
const MAX_RAW_RECORD = 4 * MAX_RECORD; // bytes with quotes and commas
const MAX_FIELDS = 1_000; // of a record
/** Bytes that are parsed before timers and other requests have their turn: 20 ms if each second one ends a line. */
const PIECE = 4 * 1_024;

/** One entry of a file: its position, and its fields or why it has none. `left` says what of it could not be read. */
export type Entry =
  | { readonly at: number; readonly fields: Readonly<Record<string, unknown>>; readonly left?: string }
  | { readonly at: number; readonly reason: string };

export interface CsvRecord {
  /** Its first line. */
  readonly at: number;
  readonly fields: readonly string[];
}

/** As `csvFile`. */
export async function* csvRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord[]> {
  yield* (await csvFile(text)).records;
}

/**
 * The records of each 4 KiB, blank lines aside, with a turn of the event loop after each, and what separates their fields.
 * RFC 4180, and LF as a line break: quoted fields may contain commas, doubled quotes and line breaks. Throws `FileError`.
 */
export async function csvFile(text: AsyncIterable<string>) {
  const { delimiter, line, parts } = await separated(text);
  return { delimiter, records: recordsOf(new RecordReader(delimiter, line), parts) };
}

async function* recordsOf(reader: RecordReader, parts: AsyncIterable<string>): AsyncGenerator<CsvRecord[]> {
  for await (const part of parts) {
    const bytes = Buffer.from(part); // a cut between bytes is mended by the parser, one in a surrogate pair is not
    for (let from = 0; from < bytes.length; from += PIECE) {
      yield await reader.take(bytes.subarray(from, from + PIECE));
      await yieldToEventLoop();
    }
  }
  yield await reader.finish();
}

const HEADER_MAX = 10_000; // characters in which separators are counted
const DELIMITERS = [",", ";", "\t"] as const;
const SEPARATOR_LINE = /^sep=([,;\t])\r?\n/i; // of Excel
const QUOTED = /"(?:[^"]|"")*"/g;

const LINES_BEFORE = 5; // that may be a title without a separator

/** The separator of a text, the most frequent one of its first line that has any, and the text without a line that names it. */
async function separated(text: AsyncIterable<string>) {
  const rest = text[Symbol.asyncIterator]();
  let start = "";
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    start += next.value;
    if (start.split("\n", LINES_BEFORE + 1).length > LINES_BEFORE || start.length > HEADER_MAX) break;
  }
  const named = SEPARATOR_LINE.exec(start.replace(/^\uFEFF/, ""));
  const lines = start.slice(0, HEADER_MAX).replace(QUOTED, "").split("\n", LINES_BEFORE);
  const first = lines.find((line) => DELIMITERS.some((each) => line.includes(each))) ?? "";
  const counts = DELIMITERS.map((each) => first.split(each).length);
  const delimiter = named?.[1] ?? DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
  async function* parts() {
    yield named ? start.replace(/^\uFEFF/, "").slice(named[0].length) : start;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { delimiter, line: named ? 2 : 1, parts: parts() };
}

class RecordReader {
  readonly #parser: Parser;
  #found: CsvRecord[] = [];
  #line: number;
  #blank = 0;
  /** Bytes since the end of the last record or blank line. */
  #pending = 0;

  constructor(delimiter: string, line: number) {
    this.#line = line;
    this.#parser = parse({
      delimiter,
      record_delimiter: ["\r\n", "\n"],
      skip_empty_lines: true,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: MAX_RECORD,
      on_record: (fields: string[]) => this.#add(fields),
    });
    this.#parser.on("error", () => {}); // reaches the callback of the call that failed
  }

  async take(piece: Buffer): Promise<CsvRecord[]> {
    this.#pending += piece.length;
    await this.#run((done) => this.#parser.write(piece, done));
    this.#skipBlank();
    if (this.#pending > MAX_RAW_RECORD) throw this.#tooLong();
    return this.#taken();
  }

  async finish(): Promise<CsvRecord[]> {
    await this.#run((done) => this.#parser.end(done));
    return this.#taken();
  }

  async #run(call: (done: (error?: Error | null) => void) => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    call((error) => (error ? reject(this.#fileError(error)) : resolve()));
    await promise;
  }

  #taken(): CsvRecord[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Returns null, so that the parser does not queue the record as well. */
  #add(fields: string[]): null {
    this.#skipBlank();
    const at = this.#line;
    if (fields.length > MAX_FIELDS)
      throw new FileError(
        `The record on line ${at} has more than ${MAX_FIELDS.toLocaleString("en-US")} fields.`,
      );
    this.#found.push({ at, fields });
    this.#pending = 0;
    // An LF either ends a record or belongs to a quoted field. The parser's own count takes a quoted CRLF for two.
    this.#line = at + 1;
    for (const field of fields) if (field.includes("\n")) this.#line += field.split("\n").length - 1;
    return null;
  }

  #skipBlank(): void {
    const { empty_lines: blank } = this.#parser.info;
    if (blank === this.#blank) return;
    this.#line += blank - this.#blank;
    this.#blank = blank;
    this.#pending = 0;
  }

  #fileError(error: Error): Error {
    if (!(error instanceof CsvError)) return error;
    this.#skipBlank();
    if (error.code === "CSV_QUOTE_NOT_CLOSED")
      return new FileError(`The quote that opens on line ${this.#line} never closes.`);
    return error.code === "CSV_MAX_RECORD_SIZE" ? this.#tooLong() : error;
  }

  #tooLong = (): FileError =>
    new FileError(`The record on line ${this.#line} is too long: is there a quote that never closes?`);
}

/** A file as text, in chunks, without a byte order mark. Throws `FileError` unless it is UTF-8 or UTF-16. */
export async function* textOf(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const part of bytes) {
    if (part.length === 0) continue;
    decoder ??= new TextDecoder(encodingOf(part), { fatal: true });
    yield decoded(decoder, part, { stream: true });
  }
  if (decoder) yield decoded(decoder);
}

/** What spreadsheets call Unicode Text begins with a byte order mark, which the decoder drops, or with half a letter that is 0. */
function encodingOf([first, second]: Uint8Array): string {
  if (second === 0) return "utf-16le";
  if (first === 0) return "utf-16be";
  if (first === 0xff && (second ?? 0xfe) === 0xfe) return "utf-16le";
  return first === 0xfe && (second ?? 0xff) === 0xff ? "utf-16be" : "utf-8";
}

function decoded(decoder: TextDecoder, part?: Uint8Array, options?: { stream: boolean }): string {
  try {
    return decoder.decode(part, options);
  } catch {
    throw new FileError("The file is not valid UTF-8 or UTF-16 text.");
  }
}
