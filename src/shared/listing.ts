import { z } from "zod";
import { DomainError } from "./errors.ts";
import { LIMITS, optionalText } from "./fields.ts";

const DEFAULT_LIMIT = 100; // contract 2
const MAX_LIMIT = 500;

/** What every list takes; a list adds its own filters. Query values are texts, so numbers are read from them. */
export const listInput = z.object({
  limit: z.coerce
    .number({ error: "limit must be a whole number from 1 to 500" })
    .int("limit must be a whole number from 1 to 500")
    .min(1, "limit must be a whole number from 1 to 500")
    .max(MAX_LIMIT, "limit must be a whole number from 1 to 500")
    .default(DEFAULT_LIMIT),
  cursor: z.string().max(300).optional(),
  q: optionalText("q", LIMITS.search),
});

/** What every export takes: a table for a spreadsheet, or one JSON object a line. */
export const exportInput = z.object({
  format: z.enum(["csv", "jsonl"], { error: "format must be csv or jsonl" }).default("csv"),
});

/** One page of a list, newest first. */
export interface Page<Item> {
  readonly items: Item[];
  /** All that match, over all pages. */
  readonly total: number;
  /** Opaque; null on the last page. */
  readonly next: string | null;
}

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number().int(), next: z.string().nullable() });

/** Where a page ends: the time and id of its last row. */
export interface Position {
  readonly at: Date;
  readonly id: string;
}

export const cursorOf = ({ at, id }: Position): string =>
  Buffer.from(`${at.getTime()} ${id}`).toString("base64url");

/** Throws `DomainError` 400 on a cursor that we did not make. */
export function positionOf(cursor: string): Position {
  const [, time, id] = /^(\d{1,15}) ([\w-]{1,64})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (time === undefined || id === undefined || Number(time) > 8.64e15) {
    throw new DomainError("invalid", "This cursor is not one of ours", {
      fields: { cursor: "Not a cursor" },
    });
  }
  return { at: new Date(Number(time)), id };
}
