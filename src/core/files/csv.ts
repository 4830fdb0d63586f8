// RFC 4180 with CRLF and every field quoted, guarded against formula injection in spreadsheets.

/** First characters of a formula: - + = @, their full-width forms, and white space that spreadsheets skip. */
const FORMULA_STARTS = "-+=@\uFF0D\uFF0B\uFF1D\uFF20\t\n\r";
const FORMULA_CODES = Array.from(FORMULA_STARTS, (start) => start.charCodeAt(0)).join(",");
const GUARDED = new RegExp(`^'(?='*[${FORMULA_STARTS}])`);

/** The header line. Names are not guarded, because they are never user input. */
export const csvHeader = (names: readonly string[]): string =>
  `${names.map((name) => `"${name}"`).join(",")}\r\n`;

/**
 * SQL for a field with the text of a column or an expression. A formula is prefixed with an apostrophe; null is empty.
 * With `reversible`, a formula that already has apostrophes gets one more, so that `withoutFormulaGuard` restores every text.
 */
export function csvTextSql(text: string, { reversible = false } = {}): string {
  const start = reversible ? `ltrim(${text}, '''')` : text;
  const guard = `case when ascii(${start}) in (${FORMULA_CODES}) then '''' else '' end`;
  return `'"' || ${guard} || replace(coalesce(${text}, ''), '"', '""') || '"'`;
}

/** The original text of a field from a reversible export. */
export const withoutFormulaGuard = (field: string): string => field.replace(GUARDED, "");
