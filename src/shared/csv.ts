/** RFC 4180 with CRLF; every field quoted. */
const CSV_BREAK = "\r\n";

/** First characters at which a spreadsheet would run a cell, full-width forms included. */
const DANGEROUS = /^[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/;

/** One quoted field that no spreadsheet takes for a formula. */
function csvField(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  const harmless = DANGEROUS.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

export const csvLine = (values: readonly (string | number | boolean | null)[]): string =>
  values.map(csvField).join(",") + CSV_BREAK;
