import type { Operation } from "../src/core/rpc/operations.ts";
import type { Page } from "../src/shared/listing.ts";
import { EXIT, usageError } from "./errors.ts";
import { write, writeJson, writePage, writeRecord, writeRows } from "./output/output.ts";
import { createProgress } from "./output/progress.ts";
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
export interface OutputOptions {
  readonly all?: true;
  readonly out?: string;
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
  if (operation.download !== null) {
    const download = () => transport.download(operation, json ? { ...input, format: "jsonl" } : input);
    await (globals.out === undefined ? writeToStdout(await download()) : writeToFile(globals.out, download));
    return EXIT.done;
  }
  if (operation.list && globals.all) return printAllPages(transport, operation, input, json);
  const override = OVERRIDES[operation.path];
  const call = () => transport.call(operation, input);
  const result = await (override?.whileRunning ? override.whileRunning(transport, json, call) : call());
  if (operation.list) await writePage(operation, result as Page<Row>, json);
  else await (json ? writeJson(result ?? null) : (override?.print ?? writeRecord)(result));
  if (override?.exitCode) return override.exitCode(result);
  return isPartial(result) ? EXIT.partly : EXIT.done;
}

type Row = Record<string, unknown>;

/** True for a result that reports partial failure. */
const isPartial = (result: unknown): boolean =>
  typeof result === "object" && result !== null && "success" in result && result.success === false;

/** Follows the cursors to the last page. JSON is printed page by page, so that memory stays bounded. */
async function printAllPages(
  transport: Transport,
  operation: Operation,
  input: Input,
  json: boolean,
): Promise<number> {
  const rows: Row[] = [];
  let count = 0;
  for await (const items of pagesOf(transport, operation, input)) {
    if (!json) rows.push(...items);
    else for (const item of items) await write(`${count++ === 0 ? "[" : ",\n"}${JSON.stringify(item)}`);
  }
  await (json ? write(count === 0 ? "[]\n" : "]\n") : writeRows(operation, rows));
  return EXIT.done;
}

async function* pagesOf(
  transport: Transport,
  operation: Operation,
  input: Input,
): AsyncGenerator<readonly Row[]> {
  const progress = createProgress("rows");
  let cursor: string | null | undefined;
  do {
    const page: Page<Row> = (await transport.call(
      operation,
      cursor ? { ...input, cursor } : input,
    )) as Page<Row>;
    progress.add(page.items.length);
    yield page.items;
    cursor = page.next;
  } while (cursor !== null);
  progress.end();
}

/** Prompts for confirmation before an irreversible operation. False if the person declines; throws a usage error without a terminal. */
export async function confirmUnlessYes(globals: Globals, question: string): Promise<boolean> {
  if (globals.yes) return true;
  if (!isTerminal()) throw usageError(`--yes is missing: ${question} There is no terminal to confirm on.`);
  return confirm(question);
}
