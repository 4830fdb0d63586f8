// RFC 4180 with CRLF and every field quoted, in a form that no spreadsheet runs as a formula.

/** First characters of a formula: - + = @, their full-width forms, and the white space that is skipped before them. */
const FORMULA_STARTS = "-+=@\uFF0D\uFF0B\uFF1D\uFF20\t\n\r";
const FORMULA_CODES = Array.from(FORMULA_STARTS, (start) => start.charCodeAt(0)).join(",");
const GUARDED = new RegExp(`^'(?='*[${FORMULA_STARTS}])`);

/** The header of a file: `names` are our own and need no guard. */
export const csvHeader = (names: readonly string[]): string =>
  `${names.map((name) => `"${name}"`).join(",")}\r\n`;

/**
 * SQL for one field of a text column, or an expression: a formula gets an apostrophe before it, null is empty. With
 * `reversible` a formula that already has apostrophes gets one more, so that `unguarded` restores every text.
 */
export function csvTextSql(text: string, { reversible = false } = {}): string {
  const start = reversible ? `ltrim(${text}, '''')` : text;
  const guard = `case when ascii(${start}) in (${FORMULA_CODES}) then '''' else '' end`;
  return `'"' || ${guard} || replace(coalesce(${text}, ''), '"', '""') || '"'`;
}

/** A field as it was before a reversible export guarded it. */
export const unguarded = (field: string): string => field.replace(GUARDED, "");
