import type { RowShape } from "./driver.ts";

type Parser = (text: string) => unknown;

const BYTEA = 17;
const INT8 = 20;
const INT8_ARRAY = 1016;
const TIMESTAMPTZ = 1184;
const AS_TEXT = [1082, 1114, 1186, 1700]; // date, timestamp, interval, numeric
const ARRAYS_AS_TEXT = [1115, 1182, 1185, 1187, 1231]; // as Drizzle's array columns expect

/** Parsers by the oid of the SQL type, the same for all drivers; other types keep the parser of the driver. */
export const PARSERS: Readonly<Record<RowShape, Readonly<Record<number, Parser>>>> = {
  orm: parsers((text) => readInstant(text)?.toISOString() ?? text, ARRAYS_AS_TEXT),
  rows: parsers((text) => readInstant(text) ?? text, []),
};

function parsers(instant: Parser, asText: readonly number[]): Record<number, Parser> {
  const table: Record<number, Parser> = {
    [BYTEA]: (text) => new Uint8Array(Buffer.from(text.slice(2), "hex")),
    [INT8]: Number,
    [INT8_ARRAY]: (text) => JSON.parse(text.replace("{", "[").replace("}", "]").replaceAll("NULL", "null")),
    [TIMESTAMPTZ]: instant,
  };
  for (const oid of [...AS_TEXT, ...asText]) table[oid] = (text) => text;
  return table;
}

/** Parses `2026-11-21 10:34:00.123+05:30`; null for infinity and years outside of ISO 8601. */
function readInstant(text: string): Date | null {
  const iso = text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
  const instant = new Date(iso);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** Converts a parameter to a form that all drivers send alike. */
export function wireValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value instanceof Uint8Array) return value;
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(wireValue) : JSON.stringify(value);
}
