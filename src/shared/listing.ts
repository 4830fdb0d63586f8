import { z } from "zod";
import { optionalText } from "./fields.ts";
import { LIMITS } from "./text-rules.ts";

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;
const CURSOR_MAX = 2_000;
export const PAGE_MAX = 1_000_000_000;
const PAGE_SENTENCE = "page must be a whole number from 1 to 1,000,000,000";

/** The years 1 to 9999: the range that a Date, its text and the database have in common. */
export const EARLIEST = new Date("0001-01-01T00:00:00.000Z");
export const LATEST = new Date("9999-12-31T23:59:59.999Z");

/** A time in a query, as text or in milliseconds. */
export const timeFilter = (name: string) => {
  const sentence = `${name} must be a time`;
  return z.coerce.date({ error: sentence }).min(EARLIEST, sentence).max(LATEST, sentence).optional();
};

/** The input of every list, which adds its own filters. Coerces numbers, as query values are text. */
export const listInput = z.object({
  limit: z.coerce
    .number({ error: "limit must be a whole number from 1 to 500" })
    .int("limit must be a whole number from 1 to 500")
    .min(1, "limit must be a whole number from 1 to 500")
    .max(MAX_LIMIT, "limit must be a whole number from 1 to 500")
    .default(DEFAULT_LIMIT)
    .describe("rows per page, 1 to 500"),
  cursor: z.string().max(CURSOR_MAX).optional().describe("the cursor of the next page"),
  page: z.coerce
    .number({ error: PAGE_SENTENCE })
    .int(PAGE_SENTENCE)
    .min(1, PAGE_SENTENCE)
    .max(PAGE_MAX, PAGE_SENTENCE)
    .optional()
    .describe("the number of the page, instead of a cursor"),
  q: optionalText("q", LIMITS.search).describe("words to search for"),
});

/** A boolean filter in a query; text over REST. */
export const flagFilter = (name: string) =>
  z.union([z.boolean(), z.stringbool()], { error: `${name} must be true or false` }).optional();

/** The input of every export: CSV for a spreadsheet, or one JSON object per line. */
export const exportInput = z.object({
  format: z.enum(["csv", "jsonl"], { error: "format must be csv or jsonl" }).default("csv"),
});

/** Which page of a list is read. */
export type Paging = Pick<z.output<typeof listInput>, "limit" | "cursor" | "page">;

/** One page of a list, in its order. */
export interface Page<Item> {
  readonly items: Item[];
  /** The number of matches on all pages. */
  readonly total: number;
  /** Whether there are more than `total`, which was counted no further. */
  readonly totalIsMore?: boolean | undefined;
  /** Opaque; null on the last page. */
  readonly next: string | null;
}

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    totalIsMore: z.boolean().optional(),
    next: z.string().nullable(),
  });
