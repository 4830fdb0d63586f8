import type { Operation } from "../src/core/rpc/operations.ts";
import type { Page } from "../src/shared/listing.ts";
import { EXIT, usageError } from "./errors.ts";
import { write, writeJson, writePage, writeRows, writeThing } from "./output/output.ts";
import { progressOf } from "./output/progress.ts";
import { confirm, isTerminal } from "./output/terminal.ts";
import { OVERRIDES } from "./overrides.ts";
import { toFile, toStdout } from "./transport/download.ts";
import { openTransport } from "./transport/open-transport.ts";
import type { Input, Need, Transport } from "./transport/transport.ts";

/** What every command takes. */
export interface Globals {
  readonly json?: true;
  readonly yes?: true;
  readonly url?: string;
}

/** Where a list or a download is wanted in another way. */
export interface Wishes {
  readonly all?: true;
  readonly out?: string;
}

/** Runs `work` on a way to the operations, which is closed whatever happens. */
export async function withTransport<T>(
  globals: Globals,
  need: Need,
  work: (line: Transport) => Promise<T>,
): Promise<T> {
  const line = await openTransport({ url: globals.url, need });
  try {
    return await work(line);
  } finally {
    await line.close();
  }
}

/** Calls an operation and prints what it gives. Answers the exit code. */
export async function perform(
  line: Transport,
  operation: Operation,
  input: Input,
  globals: Globals & Wishes,
): Promise<number> {
  const json = globals.json === true;
  if (operation.download !== null) {
    const parts = await line.download(operation, json ? { ...input, format: "jsonl" } : input);
    await (globals.out === undefined ? toStdout(parts) : toFile(globals.out, parts));
    return EXIT.done;
  }
  if (operation.list && globals.all) return performAll(line, operation, input, json);
  const special = OVERRIDES[operation.path];
  const call = () => line.call(operation, input);
  const result = await (special?.during ? special.during(line, json, call) : call());
  if (operation.list) await writePage(operation, result as Page<Row>, json);
  else await (json ? writeJson(result ?? null) : (special?.write ?? writeThing)(result));
  if (special?.exit) return special.exit(result);
  return isPartial(result) ? EXIT.partly : EXIT.done;
}

type Row = Record<string, unknown>;

/** A result that says of itself that not all of it worked. */
const isPartial = (result: unknown): boolean =>
  typeof result === "object" && result !== null && "success" in result && result.success === false;

/** Follows the cursors to the end; as JSON each page is printed as it comes. */
async function performAll(
  line: Transport,
  operation: Operation,
  input: Input,
  json: boolean,
): Promise<number> {
  const rows: Row[] = [];
  let count = 0;
  for await (const items of pagesOf(line, operation, input)) {
    if (!json) rows.push(...items);
    else for (const item of items) await write(`${count++ === 0 ? "[" : ",\n"}${JSON.stringify(item)}`);
  }
  await (json ? write(count === 0 ? "[]\n" : "]\n") : writeRows(operation, rows));
  return EXIT.done;
}

async function* pagesOf(line: Transport, operation: Operation, input: Input): AsyncGenerator<readonly Row[]> {
  const progress = progressOf("rows");
  let cursor: string | null | undefined;
  do {
    const page: Page<Row> = (await line.call(operation, cursor ? { ...input, cursor } : input)) as Page<Row>;
    progress.add(page.items.length);
    yield page.items;
    cursor = page.next;
  } while (cursor !== null);
  progress.end();
}

/** Asks before what cannot be taken back. False where the person says no; a missing terminal is refused. */
export async function isAgreed(globals: Globals, question: string): Promise<boolean> {
  if (globals.yes) return true;
  if (!isTerminal()) throw usageError(`--yes is missing: ${question} There is no terminal to ask on.`);
  return confirm(question);
}
