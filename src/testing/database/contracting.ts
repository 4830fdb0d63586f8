/** What a program that does not know the migration may fail at, by what the statement looks like. */
const CONTRACTING: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\b/, "drops"],
  [/\brename\b/, "renames"],
  [/\bset schema\b/, "moves"],
  [/\balter (column )?\S+ (set data )?type\b/, "changes a type"],
  [/\balter type\b/, "changes a type"],
  [/\bset not null\b/, "refuses null"],
  [/\bor replace\b/, "replaces"],
  [/\brow level security\b/, "hides rows"],
  [/\brevoke\b/, "takes a right away"],
  [/\b(delete from|truncate)\b/, "deletes rows"],
  [/\bexecute (?!function|procedure)/, "runs a text"],
];

/** The same on a table that this migration did not create. */
const ON_OLDER_TABLE: readonly (readonly [RegExp, string])[] = [
  [
    /^alter table (?:if exists )?(?:only )?(\S+).*\badd (?:constraint|check|unique|primary|foreign|exclude)\b/s,
    "adds a constraint",
  ],
  [/\bcreate unique index\b.*? on (?:only )?(\w+)/s, "adds a constraint"],
  [/\bcreate (?:constraint )?trigger\b.*? on (\w+)/s, "adds a trigger"],
];

const ALTERED = /^alter table (?:if exists )?(?:only )?(\S+)/;
const CREATED = /^create table (?:if not exists )?(\w+)/;
const CREATED_VIEW = /^create view (\w+)/;
const DROPPED_VIEW = /^drop view (?:if exists )?(\w+)/;

/**
 * Why a program that does not know a migration may fail after it, one reason a statement; none if it only expands the
 * schema. It reads words, not grammar, and rather gives a reason too many.
 */
export function contractingIn(migration: string): readonly string[] {
  const statements = plain(migration)
    .split(";")
    .map((each) => each.trim());
  const created = new Set(statements.flatMap((each) => capture(each, CREATED)));
  const views = new Set(statements.flatMap((each) => capture(each, CREATED_VIEW)));
  const extended = statements.filter((each) => /\badd column\b/.test(each));
  const filled = new Set([...created, ...extended.flatMap((each) => capture(each, ALTERED))]);
  return statements.flatMap((each) => {
    if (capture(each, ALTERED).some((table) => created.has(table))) return [];
    if (capture(each, DROPPED_VIEW).some((view) => views.has(view))) return []; // created again, with a new column
    const reason = reasonFor(each, created, filled);
    return reason === undefined ? [] : [`${reason}: ${each.replaceAll(/\s+/g, " ")}`];
  });
}

const reasonFor = (
  statement: string,
  created: ReadonlySet<string>,
  filled: ReadonlySet<string>,
): string | undefined =>
  CONTRACTING.find(([pattern]) => pattern.test(statement))?.[1] ??
  ON_OLDER_TABLE.find(([pattern]) => capture(statement, pattern).some((table) => !created.has(table)))?.[1] ??
  strictColumn(statement) ??
  changedRows(statement, filled);

/** Lower case, without comments, texts, quotes and the schema `public`. Bodies of functions stay. */
const plain = (sql: string): string =>
  sql
    .replaceAll(/'(?:[^']|'')*'|--[^\n]*|\/\*.*?\*\//gs, (found) => (found.startsWith("'") ? "''" : " "))
    .toLowerCase()
    .replaceAll('"', "")
    .replaceAll(/\bpublic\./g, "");

const capture = (text: string, pattern: RegExp): string[] => pattern.exec(text)?.slice(1, 2) ?? [];

/** Rows that an older program inserts lack the column. */
function strictColumn(statement: string): string | undefined {
  const columns = ALTERED.test(statement) ? statement.split(/\badd (?:column )?/).slice(1) : [];
  const isStrict = (column: string) =>
    /\b(not null|primary key)\b/.test(column) && !/\b(default|generated)\b/.test(column);
  return columns.some(isStrict) ? "adds a column that must be filled" : undefined;
}

/** Filling a new column or table is part of expanding; other rows are read by older programs too. */
function changedRows(statement: string, filled: ReadonlySet<string>): string | undefined {
  const tables = [...statement.matchAll(/\bupdate (?:only )?(\w+)(?= .*\bset\b)/gs)];
  return tables.some(([, table = ""]) => !filled.has(table)) ? "changes rows" : undefined;
}
