import { BackupError, type Decode } from "./backup-file.ts";
import type { Head, TableHead, Tail } from "./lines.ts";
import { readBackup, type StoreAttachment, type TakeRows } from "./reader.ts";

export interface CheckedRows {
  readonly rows: Tail["rows"];
  /** False if there are too many references to hold in memory. */
  readonly references: boolean;
}

/**
 * Reads a backup to its end without a database, in bounded memory: each row has the columns of its table, values of their
 * types and no gap, each table as many rows as the file says, and each reference the row that it refers to. Throws `BackupError`.
 */
export async function checkRows(
  path: string,
  attachment: StoreAttachment,
  decode?: Decode,
): Promise<CheckedRows> {
  const references = new References();
  const table = async (head: TableHead): Promise<TakeRows> => {
    const check = checkOf(head);
    const note = references.noteOf(head);
    return async (lines) => {
      for (const line of lines) note(check(line));
    };
  };
  const head = (line: Head) => references.begin(line);
  const { rows } = await readBackup({ head, table, attachments: async () => attachment }, path, decode);
  return { rows, references: references.finish() };
}

type Row = readonly (string | null)[];

const isRow = (value: unknown): value is Row =>
  Array.isArray(value) && value.every((each) => each === null || typeof each === "string");

/** What parses and checks a row of the table. */
function checkOf({ table, columns, types, required }: TableHead): (line: string) => Row {
  const fits = columns.map((column, at) => fitOf(types[at] ?? "text", !required.includes(column)));
  return (line) => {
    const row = parsed(line);
    if (!isRow(row) || row.length !== columns.length)
      throw refused(table, "is not one value for each column");
    const wrong = row.findIndex((value, at) => !fits[at]?.(value));
    if (wrong >= 0) throw refused(table, `has no ${types[wrong] ?? "value"} in ${columns[wrong]}`);
    return row;
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** How PostgreSQL writes values of these types, by the beginning of the type's name. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  smallint: /^-?\d+$/,
  integer: /^-?\d+$/,
  bigint: /^-?\d+$/,
  boolean: /^(true|false)$/,
  double: /^(-?[\d.]+(e[+-]\d+)?|NaN|-?Infinity)$/,
  date: /^(\d{4,}-\d\d-\d\d( BC)?|-?infinity)$/,
  timestamp: /^(\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?(\+00)?( BC)?|-?infinity)$/,
};

function fitOf(type: string, isOptional: boolean): (value: string | null) => boolean {
  const pattern = type.endsWith("[]") ? undefined : PATTERNS[type.split(/[ (]/)[0] ?? ""];
  if (type === "jsonb") return (value) => (value === null ? isOptional : parsed(value) !== undefined);
  return (value) => (value === null ? isOptional : pattern === undefined || pattern.test(value));
}

const refused = (table: string, what: string) => new BackupError(`A row of ${table} in the backup ${what}.`);

const MAX_KEYS = 8_000_000; // of 8 bytes, in arrays that double
const SEPARATOR = "\u0000"; // no value of PostgreSQL has it

interface Key {
  readonly columns: readonly string[];
  readonly values: Hashes;
}

/** Collects what columns refer to, and what there is to refer to, and compares the two at the end. */
class References {
  readonly #keys = new Map<string, Key[]>();
  readonly #pairs: { readonly from: Key; readonly to: Key; readonly tables: readonly [string, string] }[] =
    [];
  #count = 0;

  begin({ references }: Head): void {
    for (const { table, columns, to, key } of references)
      this.#pairs.push({ from: this.#key(table, columns), to: this.#key(to, key), tables: [table, to] });
  }

  #key(table: string, columns: readonly string[]): Key {
    const keys = this.#keys.get(table) ?? [];
    const key = keys.find((each) => Bun.deepEquals(each.columns, columns)) ?? {
      columns,
      values: new Hashes(),
    };
    if (!keys.includes(key)) this.#keys.set(table, [...keys, key]);
    return key;
  }

  noteOf({ table, columns }: TableHead): (row: Row) => void {
    const keys = (this.#keys.get(table) ?? []).map((key) => ({
      values: key.values,
      at: key.columns.map((column) => columns.indexOf(column)),
    }));
    return (row) => {
      for (const { values, at } of keys) {
        const parts = at.map((index) => row[index] ?? null);
        if (parts.includes(null) || this.#count >= MAX_KEYS) continue; // PostgreSQL does not check one with a null
        values.add(parts.join(SEPARATOR));
        this.#count += 1;
      }
    };
  }

  /** Whether all were compared. Throws `BackupError` if a row that another one refers to is missing. */
  finish(): boolean {
    if (this.#count >= MAX_KEYS) return false;
    for (const { from, to, tables } of this.#pairs)
      if (!to.values.hasAll(from.values))
        throw refused(tables[0], `refers to one of ${tables[1]} that is missing`);
    return true;
  }
}

/** Hashes of 64 bits, in arrays that take 8 bytes for each. */
class Hashes {
  #all = new BigUint64Array(1_024);
  #length = 0;

  add(text: string): void {
    if (this.#length === this.#all.length) {
      const larger = new BigUint64Array(this.#length * 2);
      larger.set(this.#all);
      this.#all = larger;
    }
    this.#all[this.#length++] = BigInt(Bun.hash(text));
  }

  #sorted(): BigUint64Array {
    return this.#all.subarray(0, this.#length).sort();
  }

  hasAll(others: Hashes): boolean {
    const mine = this.#sorted();
    let at = 0;
    return others.#sorted().every((hash) => {
      while (at < mine.length && (mine[at] ?? 0n) < hash) at += 1;
      return mine[at] === hash;
    });
  }
}
