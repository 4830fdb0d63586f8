import type { ListColumn, ListMap } from "../../shared/list-columns.ts";
import { isEmail } from "../../shared/text-rules.ts";
import { withoutFormulaGuard } from "./csv.ts";
import { type CsvRecord, csvFile, type Entry } from "./csv-reader.ts";
import { FileError } from "./file-error.ts";
import { foldName, guessColumns, knownNames, type ListField } from "./list-columns.ts";

/** What a list is read for. */
export interface ListKind {
  readonly fields: readonly ListField[];
  /** The fields that every row needs. */
  readonly required: readonly string[];
  /** The fields of a row completed by what others say of it; as they are if omitted. */
  readonly complete?: (fields: Fields) => Fields;
}

type Fields = Readonly<Record<string, unknown>>;

export interface OpenList {
  /** The line of its header, and what separates its columns. */
  readonly header: number;
  readonly delimiter: string;
  readonly columns: readonly ListColumn[];
  /** The required fields that no column and no value of the whole list gives. */
  readonly missing: readonly string[];
  readonly entries: AsyncIterable<Entry[]>;
}

interface SaidMap extends ListMap {
  /** That an earlier list of this shape was read so. */
  readonly isRemembered?: boolean;
}

const FIRST_ROWS = 100; // in which columns are recognized by their values
const HEADER_WITHIN = 5; // rows: some programs write a title above the header
const MAX_MISFITS = 100_000; // rows of a file
const TOO_MANY_MISFITS = `More than ${MAX_MISFITS.toLocaleString("en-US")} lines have another number of fields than the first: is this the right file?`;

/**
 * Reads a CSV list of any program: its columns by their names and values, its rows by the names of the fields. `mapOf` is
 * asked how a list with this header is read, if that is known. Rows of empty fields are skipped. Throws `FileError`.
 */
export async function openList(
  text: AsyncIterable<string>,
  kind: ListKind,
  mapOf: (header: readonly string[]) => Promise<SaidMap | null> | SaidMap | null = () => null,
): Promise<OpenList> {
  const { delimiter, records } = await csvFile(text);
  const first = await firstRecords(records);
  const head = headerIn(first, kind.fields);
  if (first.length === 0) throw new FileError("The file is empty.");
  const names = (head.record ?? first[0])?.fields.map((field, n) =>
    head.record ? withoutFormulaGuard(field).trim() || columnName(n) : columnName(n),
  );
  const rows = first.slice(head.rows);
  const map = (await mapOf(names ?? [])) ?? { columns: {}, values: {} };
  const said = map.isRemembered ? "remembered" : "said";
  const sample = rows.slice(0, FIRST_ROWS);
  const columns = guessColumns(names ?? [], textsOf(sample), kind.fields, map.columns, said);
  const entryOf = rowReader(columns, kind, map.values);
  return {
    header: head.record?.at ?? 0,
    delimiter,
    columns,
    missing: missingIn(sample.map(entryOf), columns, kind, map.values),
    entries: entriesOf(rows, records, entryOf),
  };
}

/** The first rows, and those of the piece in which they end. */
async function firstRecords(records: AsyncGenerator<CsvRecord[]>): Promise<CsvRecord[]> {
  const first: CsvRecord[] = [];
  while (first.length < FIRST_ROWS) {
    const next = await records.next();
    if (next.done) break;
    first.push(...next.value);
  }
  return first;
}

const textsOf = (records: readonly CsvRecord[]) => records.map(({ fields }) => fields);
const columnName = (n: number): string => `Column ${n + 1}`;

interface Header {
  /** Null in a list without one. */
  readonly record: CsvRecord | null;
  /** How many rows come before the first of the list. */
  readonly rows: number;
}

const NO_HEADER: Header = { record: null, rows: 0 };

/**
 * The first row, or one of the next of which half the names are known where the first has none. There is none if the first row holds an
 * email address, or is like the others in columns that are recognized by their values.
 */
function headerIn(first: readonly CsvRecord[], fields: readonly ListField[]): Header {
  const [top] = first;
  if (top === undefined) return NO_HEADER;
  const isHeader = ({ fields: names }: CsvRecord) =>
    knownNames(names, fields) >= Math.max(2, names.length / 2);
  const at = first.slice(0, HEADER_WITHIN).findIndex(isHeader);
  const isTitled = at > 0 && knownNames(top.fields, fields) === 0;
  if (isTitled) return { record: first[at] ?? top, rows: at + 1 };
  if (top.fields.some((field) => isEmail(field.trim()))) return NO_HEADER; // of a person: no column is named so
  if (knownNames(top.fields, fields) > 1) return { record: top, rows: 1 };
  const columns = guessColumns(top.fields, textsOf(first.slice(1, FIRST_ROWS)), fields);
  const alike = columns.filter(({ column, field }) =>
    fields.some(({ name, typical, leftmost }) => name === field && !leftmost && typical?.(column.trim())),
  );
  return alike.length > 1 ? NO_HEADER : { record: top, rows: 1 };
}

type RowReader = (record: CsvRecord) => Entry;

function rowReader(
  columns: readonly ListColumn[],
  { fields }: ListKind,
  values: ListMap["values"],
): RowReader {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const read = columns
    .map(({ column, field }, n) => {
      const known = byName.get(field ?? "");
      const rank = known?.names.indexOf(foldName(column)) ?? 0;
      return { n, rank, isTaken: field !== null, name: known?.raw || field === null ? column : field };
    })
    .filter(({ isTaken, name }) => isTaken || !byName.has(name)) // else it would be read as the field
    .toSorted((one, other) => other.rank - one.rank); // the likeliest is written last
  return ({ at, fields: row }) => {
    if (row.length !== columns.length)
      return { at, reason: `Expected ${columns.length} fields, found ${row.length}` };
    const all = new Map<string, unknown>(Object.entries(values));
    for (const { n, name } of read) {
      const text = withoutFormulaGuard(row[n] ?? "");
      if (text.trim() !== "" || !all.has(name)) all.set(name, text);
    }
    return { at, fields: Object.fromEntries(all) };
  };
}

function missingIn(
  entries: readonly Entry[],
  columns: readonly ListColumn[],
  { required, complete = (fields) => fields }: ListKind,
  values: ListMap["values"],
): readonly string[] {
  const given = new Set([...columns.map(({ field }) => field), ...Object.keys(values)]);
  const completed = entries.flatMap((entry) => ("fields" in entry ? [complete(entry.fields)] : []));
  return required.filter(
    (name) => !given.has(name) && !completed.some((fields) => String(fields[name] ?? "").trim() !== ""),
  );
}

async function* entriesOf(
  first: readonly CsvRecord[],
  rest: AsyncGenerator<CsvRecord[]>,
  entryOf: RowReader,
): AsyncGenerator<Entry[]> {
  let misfits = 0;
  const read = (records: readonly CsvRecord[]): Entry[] =>
    records.flatMap((record) => {
      const entry = entryOf(record);
      // blank ones count too: the parser makes an error of each
      if ("reason" in entry) misfits += 1;
      if (misfits > MAX_MISFITS) throw new FileError(TOO_MANY_MISFITS);
      return record.fields.every((field) => field.trim() === "") ? [] : [entry];
    });
  for (let at = 0; at < first.length; at += STEP) yield read(first.slice(at, at + STEP));
  for await (const records of rest) yield read(records);
}

const STEP = 500; // rows
