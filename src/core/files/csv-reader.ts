import { withoutFormulaGuard } from "./csv.ts";
import { FileError } from "./file-error.ts";

const MAX_RECORD = 100_000; // characters

/** One entry of a file: its position, and its fields or why it has none. */
export type Entry =
  | { readonly at: number; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly at: number; readonly reason: string };

/**
 * The records of a CSV file by the names in its header, which is line 1 and must hold `required`. Throws `FileError`.
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  required: readonly string[],
): AsyncGenerator<Entry[]> {
  const reader = new RecordReader();
  let header: readonly string[] | null = null;
  for await (const part of text) {
    const entries: Entry[] = [];
    for (const record of reader.take(part)) {
      if (header === null) header = headerOf(record.fields, required);
      else if (record.fields.length > 1 || record.fields[0] !== "") entries.push(entryOf(record, header));
    }
    yield entries;
  }
  const last = reader.finish();
  if (last && header === null) headerOf(last.fields, required);
  else if (last && header) yield [entryOf(last, header)];
  if (header === null && !last) throw new FileError("The file is empty.");
}

function headerOf(fields: readonly string[], required: readonly string[]): readonly string[] {
  const missing = required.filter((name) => !fields.includes(name));
  if (missing.length > 0)
    throw new FileError(`The first line must name the columns: ${missing.join(", ")} is missing.`);
  return fields;
}

function entryOf({ at, fields }: CsvRecord, header: readonly string[]): Entry {
  if (fields.length !== header.length)
    return { at, reason: `Expected ${header.length} fields, found ${fields.length}` };
  return {
    at,
    fields: Object.fromEntries(header.map((name, n) => [name, withoutFormulaGuard(fields[n] ?? "")])),
  };
}

interface CsvRecord {
  /** Its first line. */
  readonly at: number;
  readonly fields: readonly string[];
}

const QUOTE = 34;
const COMMA = 44;
const LF = 10;
const CR = 13;

/** RFC 4180, and LF as a line break: quoted fields may contain commas, doubled quotes and line breaks. */
export class RecordReader {
  #fields: string[] = [];
  #field = "";
  #size = 0;
  #line = 1;
  #startedAt = 1;
  /** `closing`: after a quote that ends the field or is the first of a doubled one. */
  #state: "plain" | "quoted" | "closing" = "plain";
  #isFirst = true;
  #hasContent = false;

  take(part: string): CsvRecord[] {
    const text = this.#isFirst ? part.replace(/^\uFEFF/, "") : part;
    this.#isFirst = false;
    const found: CsvRecord[] = [];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LF) this.#line += 1;
      if (this.#state === "quoted") this.#inQuotes(code, text[at] ?? "");
      else if (code === LF) found.push(this.#record());
      else this.#outside(code, text[at] ?? "");
    }
    return found;
  }

  finish(): CsvRecord | null {
    if (this.#state === "quoted")
      throw new FileError(`The quote that opens on line ${this.#startedAt} never closes.`);
    return this.#hasContent ? this.#record() : null;
  }

  #inQuotes(code: number, letter: string): void {
    if (code === QUOTE) this.#state = "closing";
    else this.#add(letter);
  }

  #outside(code: number, letter: string): void {
    this.#hasContent = true;
    if (code === COMMA) {
      this.#fields.push(this.#field);
      this.#field = "";
      this.#state = "plain";
    } else if (code === QUOTE && this.#state === "closing") {
      this.#add('"');
      this.#state = "quoted";
    } else if (code === QUOTE && this.#field === "") this.#state = "quoted";
    else if (code !== CR) this.#add(letter);
  }

  #add(letter: string): void {
    this.#field += letter;
    this.#size += 1;
    if (this.#size > MAX_RECORD)
      throw new FileError(
        `The record on line ${this.#startedAt} is too long: is there a quote that never closes?`,
      );
  }

  #record(): CsvRecord {
    const record = { at: this.#startedAt, fields: [...this.#fields, this.#field] };
    this.#fields = [];
    this.#field = "";
    this.#size = 0;
    this.#startedAt = this.#line;
    this.#state = "plain";
    this.#hasContent = false;
    return record;
  }
}

/** A file as text, in chunks. Throws `FileError` unless it is UTF-8. */
export async function* utf8Of(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const part of bytes) yield decoded(() => decoder.decode(part, { stream: true }));
  yield decoded(() => decoder.decode());
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new FileError("The file is not UTF-8.");
  }
}
