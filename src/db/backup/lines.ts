import { z } from "zod";
import { BackupError } from "./backup-file.ts";

// The lines of a backup that are JSON objects. Rows are arrays of texts, and bytes of files are texts in base64.

const count = z.number().int();

/** The first line of a backup. */
const head = z.object({
  format: z.string(),
  version: z.number(),
  /** The time of the last migration, which identifies the schema. */
  migration: z.number(),
  createdAt: z.iso.datetime(),
  /** Which columns refer to which ones of another table. */
  references: z.array(
    z.object({
      table: z.string(),
      columns: z.array(z.string()),
      to: z.string(),
      key: z.array(z.string()),
    }),
  ),
});

/** The line before the rows of a table. Each row is an array of texts in the order of `columns`. */
const tableHead = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  /** Of each column, as PostgreSQL calls it. */
  types: z.array(z.string()),
  /** The columns that have a value in every row. */
  required: z.array(z.string()),
  /** The current value of each sequence, by column; a text in the files of some drivers. */
  sequences: z.record(z.string(), z.coerce.number().int()),
});

/** The line before the bytes of a file. */
const attachmentHead = z.object({ attachment: z.string() });

/** The last line. */
const tail = z.object({
  rows: z.record(z.string(), count),
  /** Absent if the backup was made without files; `missing` counts those that rows refer to and that were not found. */
  attachments: z.object({ stored: count, missing: count }).optional(),
});

export type Head = Readonly<z.output<typeof head>>;
export type TableHead = Readonly<z.output<typeof tableHead>>;
export type AttachmentHead = Readonly<z.output<typeof attachmentHead>>;
export type Tail = Readonly<z.output<typeof tail>>;
export type AttachmentCounts = NonNullable<Tail["attachments"]>;

const line = z.union([tableHead, attachmentHead, tail, head]);
export type Line = z.output<typeof line>;

/** Throws `BackupError` if the text is no such line: a complete file may still be written by anyone. */
export function parseLine(text: string): Line {
  const { data, success } = line.safeParse(jsonOf(text));
  if (!success) throw new BackupError("The backup has a line that no version of this program writes.");
  return data;
}

/** Null if the text is not the first line of a backup. */
export const parseHead = (text: string): Head | null => head.safeParse(jsonOf(text)).data ?? null;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
