import {
  type CallExpression,
  type Expression,
  type ImportDeclaration,
  parseSync,
  type Span,
  Visitor,
} from "oxc-parser";

/** One import of a module, however it is written. `to` is the specifier as written. */
export interface ImportedModule {
  readonly to: string;
  /** Erased at build time. An inline `type` is not: `import { type A } from "./a"` still runs the module. */
  readonly typeOnly: boolean;
}

/** A table that a file inserts into, updates or deletes from. */
export interface TableWrite {
  /** The SQL name in a raw statement, the exported name in a call of the query builder. */
  readonly table: string;
  /** The specifier that the table was imported from; null in raw SQL. */
  readonly from: string | null;
}

interface FunctionSize {
  readonly line: number;
  /** Without the lines of the functions inside it, which are counted by themselves. */
  readonly lines: number;
}

/** What the architecture rules need to know about one file. */
export interface Source {
  readonly imports: readonly ImportedModule[];
  readonly writes: readonly TableWrite[];
  readonly functions: readonly FunctionSize[];
  readonly readsEnvironment: boolean;
}

const WRITING_METHODS = new Set(["insert", "update", "delete"]);
const WRITING_SQL = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_]+)"?/gi;
const TEMPLATE_HOLE = "\0";

/** Reads one TypeScript file. Throws on a syntax error. */
export function readSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(", ")}`);
  const imports: ImportedModule[] = [];
  const bindings = new Map<string, TableWrite>();
  const writes: TableWrite[] = [];
  let readsEnvironment = false;
  const spans: Span[] = [];
  const addFunction = ({ start, end }: Span) => void spans.push({ start, end });
  const addSql = (sql: string) => {
    for (const [, table = ""] of sql.matchAll(WRITING_SQL)) writes.push({ table, from: null });
  };
  new Visitor({
    ImportDeclaration({ source, importKind, specifiers }) {
      imports.push({ to: source.value, typeOnly: importKind === "type" });
      for (const specifier of specifiers) {
        bindings.set(specifier.local.name, { table: importedName(specifier), from: source.value });
      }
    },
    ExportNamedDeclaration({ source, exportKind }) {
      if (source) imports.push({ to: source.value, typeOnly: exportKind === "type" });
    },
    ExportAllDeclaration({ source, exportKind }) {
      imports.push({ to: source.value, typeOnly: exportKind === "type" });
    },
    ImportExpression({ source }) {
      if (source.type === "Literal") imports.push({ to: String(source.value), typeOnly: false });
    },
    TSImportType({ source }) {
      imports.push({ to: source.value, typeOnly: true });
    },
    CallExpression(call) {
      const write = writtenTable(call, bindings);
      if (write) writes.push(write);
    },
    Literal({ value }) {
      if (typeof value === "string") addSql(value);
    },
    TemplateLiteral({ quasis }) {
      addSql(quasis.map(({ value }) => value.cooked).join(TEMPLATE_HOLE));
    },
    MemberExpression({ object, property }) {
      if (isNamed(property, "env") && (isEnvironmentOwner(object) || object.type === "MetaProperty"))
        readsEnvironment = true;
    },
    VariableDeclarator({ id, init }) {
      if (init && isEnvironmentOwner(init) && id.type === "ObjectPattern") readsEnvironment = true;
    },
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
  }).visit(program);
  return { imports, writes, functions: sizesOf(spans, text), readsEnvironment };
}

function sizesOf(spans: readonly Span[], text: string): readonly FunctionSize[] {
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  const extents = spans.map(({ start, end }) => ({ start, end, line: lineAt(start), last: lineAt(end) }));
  const isInside = (inner: Span, outer: Span) => inner.start > outer.start && inner.end <= outer.end;
  return extents.map((outer) => {
    const nested = new Set<number>();
    for (const inner of extents.filter((each) => isInside(each, outer)))
      for (let line = inner.line + 1; line < inner.last; line++) nested.add(line);
    return { line: outer.line, lines: outer.last - outer.line + 1 - nested.size };
  });
}

const NAMESPACE = "*";

function importedName(specifier: ImportDeclaration["specifiers"][number]): string {
  if (specifier.type === "ImportNamespaceSpecifier") return NAMESPACE;
  if (specifier.type === "ImportDefaultSpecifier") return "default";
  return specifier.imported.type === "Literal" ? specifier.imported.value : specifier.imported.name;
}

/** The imported argument of `….insert(x)`, `….update(x)` and `….delete(x)`; `x` may be `tables.x` of a namespace. */
function writtenTable(
  { callee, arguments: [argument] }: CallExpression,
  bindings: ReadonlyMap<string, TableWrite>,
): TableWrite | undefined {
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return undefined;
  if (!WRITING_METHODS.has(callee.property.name)) return undefined;
  if (argument?.type === "Identifier") return bindings.get(argument.name);
  if (argument?.type !== "MemberExpression" || argument.object.type !== "Identifier") return undefined;
  const binding = bindings.get(argument.object.name);
  if (binding?.table !== NAMESPACE || argument.property.type !== "Identifier") return undefined;
  return { ...binding, table: argument.property.name };
}

const isNamed = (node: { type: string; name?: unknown; value?: unknown }, name: string): boolean =>
  (node.type === "Identifier" && node.name === name) || (node.type === "Literal" && node.value === name);

const isEnvironmentOwner = (node: Expression): boolean => isNamed(node, "process") || isNamed(node, "Bun");
