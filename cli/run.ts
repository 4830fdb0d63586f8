import type { Operation } from "../src/core/rpc/operations.ts";
import type { Page } from "../src/shared/listing.ts";
import { EXIT, usageError } from "./errors.ts";
import { exportInput, shapeExport } from "./output/export-shape.ts";
import { fieldsOf, note, write, writeJson, writeRecord } from "./output/output.ts";
import { createProgress } from "./output/progress.ts";
import {
  chosenFields,
  limitOf,
  pick,
  type Row,
  rowsKindOf,
  type ShapeOptions,
  writeLines,
  writeList,
} from "./output/shape.ts";
import { confirm, isTerminal } from "./output/terminal.ts";
import { OVERRIDES } from "./overrides.ts";
import { writeToFile, writeToStdout } from "./transport/download.ts";
import { openTransport } from "./transport/open-transport.ts";
import type { DatabaseNeed, Input, Transport } from "./transport/transport.ts";

/** The options of every command. */
export interface Globals {
  readonly json?: true;
  readonly yes?: true;
  readonly url?: string;
}

/** Options of lists and downloads. */
export interface OutputOptions extends ShapeOptions {
  readonly all?: true;
  readonly out?: string;
  readonly force?: true;
}

/** Opens a transport for `work` and always closes it. */
export async function withTransport<T>(
  globals: Globals,
  need: DatabaseNeed,
  work: (transport: Transport) => Promise<T>,
): Promise<T> {
  const transport = await openTransport({ url: globals.url, need });
  try {
    return await work(transport);
  } finally {
    await transport.close();
  }
}

/** Calls an operation and prints its result. Returns the exit code. */
export async function callAndPrint(
  transport: Transport,
  operation: Operation,
  input: Input,
  globals: Globals & OutputOptions,
): Promise<number> {
  const json = globals.json === true;
  if (operation.download !== null) return download(transport, operation, input, globals);
  const kind = rowsKindOf(operation);
  if (kind !== null) chosenFields(globals, fieldsOf(operation)); // a wrong name is refused before the call
  if (kind === "pages" && globals.all) return printAllPages(transport, operation, input, globals);
  const override = OVERRIDES[operation.path];
  const call = () => transport.call(operation, input);
  const result = await (override?.whileRunning ? override.whileRunning(transport, json, call) : call());
  if (kind === "pages") await writePage(operation, result as Page<Row>, input, globals);
  else if (kind === "array")
    await writeList(operation, (result as readonly Row[]).slice(0, limitOf(globals)), globals);
  else await (json ? writeJson(result ?? null) : (override?.print ?? writeRecord)(result));
  if (override?.exitCode) return override.exitCode(result);
  return isPartial(result) ? EXIT.partly : EXIT.done;
}

async function download(
  transport: Transport,
  operation: Operation,
  input: Input,
  options: OutputOptions,
): Promise<number> {
  const chosen = exportInput(operation, input, options);
  const chunks = async () =>
    shapeExport(operation, chosen, await transport.download(operation, chosen), options);
  const { out, force } = options;
  if (out === undefined) await writeToStdout(await chunks());
  else {
    await writeToFile(out, chunks, { replace: force === true });
    note(`${out} was written.`);
  }
  return EXIT.done;
}

/** A page's items to stdout, and to stderr how to get the rest. */
async function writePage(
  operation: Operation,
  { items, total, next }: Page<Row>,
  { page, cursor }: Input,
  options: OutputOptions,
): Promise<void> {
  await writeList(operation, items, options, OVERRIDES[operation.path]?.readable);
  // a person who pages by cursor, which only programs need, goes on with it
  const further = cursor === undefined ? `--page ${Number(page ?? 1) + 1}` : `--cursor ${next}`;
  if (next !== null) note(`${items.length} of ${total} shown. For more, use ${further}, or --all.`);
  else if (page !== undefined && items.length === 0 && total > 0)
    note(`Page ${page} is past the last one: there are ${total} rows.`);
}

/** True for a result that reports partial failure. */
const isPartial = (result: unknown): boolean =>
  typeof result === "object" && result !== null && "success" in result && result.success === false;

/** Follows the cursors to the last page. JSON is printed page by page, so that memory stays bounded. */
async function printAllPages(
  transport: Transport,
  operation: Operation,
  input: Input,
  options: OutputOptions,
): Promise<number> {
  const names = chosenFields(options, fieldsOf(operation));
  const rows: Row[] = [];
  let count = 0;
  for await (const items of pagesOf(transport, operation, input)) {
    const picked = items.map((item) => pick(item, names));
    if (options.jsonl) await writeLines(picked);
    else if (!options.json) rows.push(...items);
    else for (const item of picked) await write(`${count++ === 0 ? "[" : ",\n"}${JSON.stringify(item)}`);
  }
  if (options.jsonl) return EXIT.done;
  const { readable } = OVERRIDES[operation.path] ?? {};
  await (options.json ? write(count === 0 ? "[]\n" : "]\n") : writeList(operation, rows, options, readable));
  return EXIT.done;
}

async function* pagesOf(
  transport: Transport,
  operation: Operation,
  input: Input,
): AsyncGenerator<readonly Row[]> {
  const progress = createProgress("rows");
  const { page: _, ...filters } = input;
  let asked: Input | null = input;
  while (asked !== null) {
    const page = (await transport.call(operation, asked)) as Page<Row>;
    progress.add(page.items.length);
    yield page.items;
    asked = page.next === null ? null : { ...filters, cursor: page.next };
  }
  progress.end();
}

/** Prompts for confirmation before an irreversible operation. False if the person declines; throws a usage error without a terminal. */
export async function confirmUnlessYes(globals: Globals, question: string): Promise<boolean> {
  if (globals.yes) return true;
  if (!isTerminal()) throw usageError(`--yes is missing: ${question} There is no terminal to confirm on.`);
  return confirm(question);
}
