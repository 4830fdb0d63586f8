import type { Command } from "commander";
import { z } from "zod";
import type { Operation } from "../../src/core/rpc/operations.ts";
import { usageError } from "../errors.ts";
import { fieldsOf, write, writeJson, writeRecord, writeRows } from "./output.ts";

/** How a list or an export is printed. The same options for both. */
export interface ShapeOptions {
  readonly json?: true;
  /** One JSON object a line; what `--json` is for an export. */
  readonly jsonl?: true;
  /** Names, separated by commas. */
  readonly fields?: string;
  /** Shows every column, not only the usual ones. */
  readonly columns?: true;
  readonly limit?: string;
}

export type Row = Readonly<Record<string, unknown>>;

/** The formats of an export by rows, among others. */
const ROW_FORMATS = ["csv", "jsonl"];

/** The columns of wide lists that people see without `--columns`, by path. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  "admin.users.list": [
    "id",
    "username",
    "email",
    "role",
    "isService",
    "isActive",
    "mfaEnabled",
    "lockedAt",
    "lastLoginAt",
  ],
  "admin.reviews.queue": [
    "kind",
    "id",
    "name",
    "city",
    "state",
    "partnerName",
    "waitsFor",
    "submittedAt",
    "dueBy",
    "late",
    "assignee",
  ],
  "admin.reviews.claims": [
    "id",
    "status",
    "poiName",
    "partnerName",
    "submittedAt",
    "dueBy",
    "late",
    "reviewedBy",
  ],
  "admin.reviews.requests": [
    "id",
    "status",
    "name",
    "address",
    "city",
    "state",
    "partnerName",
    "submittedAt",
    "dueBy",
    "late",
  ],
  "admin.reviews.proposals.list": [
    "id",
    "status",
    "poiName",
    "fields",
    "partnerName",
    "submittedAt",
    "dueBy",
    "late",
    "reviewedBy",
  ],
  "admin.reviews.transfers.list": [
    "id",
    "status",
    "poiName",
    "partnerName",
    "ownerName",
    "waitsFor",
    "submittedAt",
    "dueBy",
    "late",
  ],
  "admin.reviews.photos.list": ["id", "state", "placeName", "city", "region", "partnerName", "sentAt"],
  "admin.reviews.reports.list": [
    "id",
    "status",
    "kind",
    "placeName",
    "city",
    "state",
    "openedAt",
    "dueBy",
    "late",
    "closedBy",
  ],
  "admin.reviews.suggestions.list": [
    "id",
    "status",
    "name",
    "address",
    "city",
    "state",
    "submittedAt",
    "dueBy",
    "late",
    "reviewedBy",
  ],
  "admin.broadcasts.list": [
    "id",
    "subject",
    "state",
    "audience",
    "sent",
    "failed",
    "skipped",
    "left",
    "createdBy",
    "startsAt",
    "finishedAt",
  ],
  "admin.partnerships.list": [
    "id",
    "businessName",
    "contactName",
    "email",
    "phone",
    "businessType",
    "city",
    "stage",
    "assigneeName",
    "createdAt",
  ],
  "admin.payments.list": [
    "id",
    "reference",
    "amount",
    "currency",
    "tier",
    "customerName",
    "customerEmail",
    "status",
    "createdAt",
  ],
  "admin.pois.list": [
    "id",
    "name",
    "address",
    "city",
    "state",
    "zipCode",
    "phone",
    "category",
    "halalVerificationStatus",
    "syncState",
  ],
  "admin.evidence.list": [
    "id",
    "kind",
    "issuer",
    "number",
    "validFrom",
    "validUntil",
    "checkedAt",
    "byName",
    "recordedAt",
  ],
  "sync.runs": [
    "id",
    "kind",
    "status",
    "startedBy",
    "startedAt",
    "finishedAt",
    "total",
    "synced",
    "errors",
    "message",
  ],
};

/** What prints rows: a list in pages, an array that is returned at once, or an export. Null for everything else. */
export function rowsKindOf({
  list,
  download,
  output,
  input,
}: Operation): "pages" | "array" | "export" | null {
  if (list) return "pages";
  if (download === null) return output instanceof z.ZodArray ? "array" : null;
  const formats = formatsOf(input?.shape.format);
  return ROW_FORMATS.every((format) => formats.includes(format)) ? "export" : null;
}

function formatsOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodDefault) return formatsOf(schema.def.innerType);
  return schema instanceof z.ZodEnum ? schema.options.map(String) : [];
}

/** Adds the options of the shape. A list in pages has a `--limit` of its own. */
export function addShape(command: Command, operation: Operation): void {
  const kind = rowsKindOf(operation);
  if (kind === null) return;
  const names = fieldsOf(operation);
  const which = names.length === 0 ? "" : `: ${names.join(", ")}`;
  command.option("--jsonl", "print one JSON object a line");
  if (Object.hasOwn(COLUMNS, operation.path)) command.option("--columns", "show all columns");
  command.option("--fields <names>", `print only these fields, separated by commas${which}`);
  if (kind !== "pages") command.option("--limit <number>", "print at most this many rows");
}

/** The number of `--limit`. Throws a usage error unless it is a whole number of 1 or more. */
export function limitOf({ limit }: ShapeOptions): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,14}$/.test(limit)) throw usageError("--limit must be a whole number of 1 or more.");
  return Number(limit);
}

/** The names of `--fields`; null without it. Throws a usage error that lists the known names if one is unknown. */
export function chosenFields({ fields }: ShapeOptions, known: readonly string[]): readonly string[] | null {
  if (fields === undefined) return null;
  const names = fields.split(",").map((name) => name.trim());
  const unknown = names.find((name) => known.length > 0 && !known.includes(name));
  if (unknown !== undefined)
    throw usageError(`--fields: unknown field "${unknown}". Known fields: ${known.join(", ")}.`);
  return names;
}

export const pick = (row: Row, names: readonly string[] | null): Row =>
  names === null ? row : Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

/** Prints all rows of a list: a table for people, unless JSON is chosen. `readable` makes its rows. */
export function writeList(
  operation: Operation,
  rows: readonly Row[],
  options: ShapeOptions,
  readable?: (row: never) => Row,
): Promise<void> {
  const names = chosenFields(options, fieldsOf(operation));
  const picked = rows.map((row) => pick(row, names));
  if (options.jsonl) return writeLines(picked);
  if (options.json) return writeJson(picked);
  if (readable !== undefined && names === null)
    return writeRows({ output: null }, rows.map(readable as (row: Row) => Row));
  const usual = options.columns ? undefined : COLUMNS[operation.path];
  if (names === null && usual !== undefined)
    return writeRows(
      { output: null },
      rows.map((row) => pick(row, usual)),
    );
  return names === null && !operation.list ? writeRecord(picked) : writeRows(operation, picked, names);
}

export const writeLines = (rows: readonly Row[]): Promise<void> =>
  write(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
