import { type Entry, readCsv, utf8Of } from "../../../core/files/csv-reader.ts";
import { FileError } from "../../../core/files/file-error.ts";
import { readUpload, tooLarge, UPLOAD_BYTES } from "../../../core/files/read-upload.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import { DomainError } from "../../../shared/errors.ts";
import { emailKey } from "../../../shared/fields.ts";
import { cityColumns } from "../city.ts";
import { IMPORT_COLUMNS, type ImportReport, importedSignup } from "../schema.ts";

const MAX_REFUSED = 10_000; // lines; more mean that it is another kind of file

/** One person of a list, merged from all their lines. */
export interface ImportedRow {
  readonly firstName: string;
  readonly email: string;
  readonly emailKey: string;
  readonly city: string | null;
  readonly cityId: number | null;
  readonly isBetaTester: boolean;
  readonly consentSource: string;
  readonly consentAt: Date;
  /** How many lines name the person. */
  readonly lines: number;
}

interface ReadList {
  /** By address, in the order in which every import writes them. */
  readonly rows: readonly ImportedRow[];
  readonly refused: ImportReport["refused"];
}

/**
 * Reads and checks a whole list. Of several lines of one person the last counts, and a beta wish of any. Throws 400 on a
 * file of another kind, and 413 above 10 MiB.
 */
export async function readList(deps: Deps, file: ReadableStream<Uint8Array> | string): Promise<ReadList> {
  const people = new Map<string, ImportedRow>();
  const refused: { line: number; reason: string }[] = [];
  try {
    for await (const entries of readCsv(utf8Of(bytesOf(file)), IMPORT_COLUMNS))
      for (const entry of entries) {
        const row = "reason" in entry ? entry.reason : rowOf(deps, entry);
        if (typeof row === "string") refused.push({ line: entry.at, reason: row });
        else people.set(row.emailKey, merged(people.get(row.emailKey), row));
        if (refused.length > MAX_REFUSED) throw new FileError(TOO_MANY);
      }
  } catch (error) {
    throw error instanceof FileError ? new DomainError("invalid", error.message) : error;
  }
  const rows = [...people.values()].sort((one, other) => (one.emailKey < other.emailKey ? -1 : 1));
  return { rows, refused };
}

const TOO_MANY = `More than ${MAX_REFUSED.toLocaleString("en-US")} lines cannot be read: is this the right file?`;

async function* bytesOf(file: ReadableStream<Uint8Array> | string): AsyncGenerator<Uint8Array> {
  if (typeof file !== "string") return yield* readUpload(file);
  const bytes = new TextEncoder().encode(file);
  if (bytes.length > UPLOAD_BYTES) throw tooLarge();
  yield bytes;
}

/** The person of a line, or why it is refused. */
function rowOf(deps: Deps, entry: Extract<Entry, { fields: object }>): ImportedRow | string {
  const { data, error } = importedSignup.safeParse(entry.fields);
  if (error) return error.issues.map(({ message }) => message).join("; ");
  if (data.consentAt > deps.now()) return "consentAt is in the future";
  return { ...data, ...cityColumns(deps, data.city), emailKey: emailKey(data.email), lines: 1 };
}

const merged = (before: ImportedRow | undefined, row: ImportedRow): ImportedRow =>
  before === undefined
    ? row
    : {
        ...row,
        ...(row.city === null && { city: before.city, cityId: before.cityId }),
        isBetaTester: before.isBetaTester || row.isBetaTester,
        lines: before.lines + 1,
      };
