import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { programFile } from "../../env/program.ts";
import type { Statement, StatementRows } from "./driver.ts";
import { createDirectory } from "./empty-directory.ts";
import { failureOf } from "./pglite-failure.ts";
import type { Answer, Reply, Request } from "./pglite-thread.ts";
import { PARSERS } from "./type-parsers.ts";

// A WebAssembly database blocks its thread, so it has one to itself.

declare const self: Worker;

/**
 * The default kind of shared memory is filled with zeros, so that all of its 128 MB are resident from the start on. A
 * segment is not: a page of it becomes resident once it is used. Its size is rounded up to a power of two: 112 MB of
 * buffers and the rest of it need a little less than 128 MB.
 */
const SHARED_MEMORY = ["-c", "shared_memory_type=sysv", "-c", "shared_buffers=112MB"];

/** PGlite looks for its own files beside its module, which is elsewhere in the executable: it is given them. */
const engineFile = (name: string) => Bun.file(programFile(`node_modules/@electric-sql/pglite/dist/${name}`));
const NO_ROWS: StatementRows = { rows: [], rowCount: 0 };

let database: PGlite | undefined;
let turn: Promise<unknown> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<Request>) => {
  turn = turn.then(() => answer(data)).then((reply) => self.postMessage(reply));
};

async function answer(request: Request): Promise<Reply> {
  try {
    return { id: request.id, ...(await handle(request)) };
  } catch (error) {
    return { id: request.id, failure: failureOf(error), fatal: isFatal(error) };
  }
}

async function handle(request: Request): Promise<Answer> {
  if (request.kind === "run") return { answer: await run(request.statement) };
  if (request.kind === "open") {
    const program = request.program ?? (await compile("pglite.wasm"));
    await open(request.directory, program);
    return { answer: NO_ROWS, program };
  }
  await database?.close();
  return { answer: NO_ROWS };
}

const compile = async (name: string) => WebAssembly.compile(await engineFile(name).bytes());

async function run({ text, params = [], shape }: Statement): Promise<StatementRows> {
  if (!database) throw new Error("The embedded database is not open.");
  const rowMode = shape === "orm" ? "array" : "object";
  const { rows, affectedRows } = await database.query(text, [...params], {
    rowMode,
    parsers: PARSERS[shape],
  });
  return { rows, rowCount: Math.max(affectedRows ?? 0, rows.length) };
}

/** Renames the directory to its final name once it is complete, as a first start may be killed at any moment. */
async function open(directory: string, program: WebAssembly.Module): Promise<void> {
  const unfinished = `${directory}.new`;
  await rm(unfinished, { recursive: true, force: true });
  if (!existsSync(directory)) {
    await createDirectory(unfinished, { initialize: (path) => initialize(path, program) });
    await rename(unfinished, directory);
  }
  database = await load(directory, program);
}

/** Without PostgreSQL's own templates: nothing uses them, and they are two thirds of the files. */
async function initialize(directory: string, program: WebAssembly.Module): Promise<void> {
  const created = await load(directory, program, await compile("initdb.wasm"));
  await created.exec("update pg_database set datistemplate = false");
  await created.exec("drop database template0");
  await created.exec("drop database template1");
  await created.close();
}

function load(
  dataDir: string,
  pgliteWasmModule: WebAssembly.Module,
  initdbWasmModule?: WebAssembly.Module,
): Promise<PGlite> {
  return PGlite.create({
    dataDir,
    pgliteWasmModule,
    ...(initdbWasmModule && { initdbWasmModule }),
    fsBundle: engineFile("pglite.data"),
    parsers: PARSERS.rows,
    startParams: [...PGlite.defaultStartParams, ...SHARED_MEMORY],
  });
}

/** Whether the database crashed (out of memory, disk full), so that only a restart helps. */
function isFatal(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || (error as Error)?.name === "ExitStatus";
}
