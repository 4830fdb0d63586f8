import { chmod, mkdtemp, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { clearTempFiles, tempFilePath } from "../../core/files/temp-file.ts";
import type { Call, Context } from "../../core/rpc/context.ts";
import { internalCall } from "../../core/rpc/internal-call.ts";
import type { Operation } from "../../core/rpc/operations.ts";
import type { Settings } from "../../env.ts";
import { DomainError } from "../../shared/errors.ts";
import { waitAtMost } from "../../shared/with-timeout.ts";
import { pathOf } from "../guards.ts";
import { errorResponse, jsonResponse } from "../responses.ts";
import { toByteStream } from "../rest.ts";
import {
  INPUT_HEADER,
  OPERATIONS_PATH,
  OPERATOR_HEADER,
  PROGRESS_HEADER,
  type ProgressLine,
  socketPath,
} from "./admin-socket-client.ts";

const BODY_MAX = 2 ** 40; // bytes: a backup is sent through the socket
const PROGRESS_INTERVAL = 200; // milliseconds
const OPERATOR_NAME_MAX = 100;

type Handler = (request: Request) => Promise<Response>;
type FileSettings = Pick<Settings, "databaseUrl" | "dataDir">;

/** Listens for operators in the data directory, which this process owns. Null if the socket's path is too long. */
export async function listenOnAdminSocket(dataDir: string, fetch: Handler) {
  const path = socketPath(dataDir);
  if (path === null) return null;
  await clearTempFiles(dataDir);
  return listenAt(path, fetch); // in place of one left by a killed process, which no longer holds the directory's lock
}

const WORKER_FILE = "worker.sock";

/** Listens for the operators of a worker in its data directory. Null if the socket's path is too long. */
export async function listenOnWorkerSocket(dataDir: string, fetch: Handler) {
  const path = socketPath(dataDir, WORKER_FILE);
  return path === null ? null : listenAt(path, fetch);
}

async function listenAt(path: string, fetch: Handler) {
  const { server, inode } = await listenPrivately(path, fetch);
  return {
    path,
    async stop(): Promise<void> {
      await server.stop();
      const there = await stat(path).catch(() => null);
      if (there?.ino === inode) await unlink(path); // not that of another worker, which has taken its place
    },
  };
}

/** A command may take minutes before it answers. Bun's types know no such option of a socket, but it has one. */
const NEVER_IDLE: object = { idleTimeout: 0 };

/**
 * A new socket has the mode of the umask until it is changed, so it is made in a folder that only its owner can enter,
 * and moved to its path afterwards.
 */
async function listenPrivately(path: string, fetch: Handler) {
  // a dot and six random letters, with the socket's name no longer than the final path; `join` would leave the dot out
  const folder = await mkdtemp(`${dirname(path)}/.`);
  try {
    const made = join(folder, "s");
    const server = Bun.serve({
      unix: made,
      fetch,
      development: false,
      maxRequestBodySize: BODY_MAX,
      ...NEVER_IDLE,
    });
    await chmod(made, 0o600);
    const { ino: inode } = await stat(made);
    await rename(made, path);
    return { server, inode };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Handles `POST /operations/{path}` with the input as JSON; downloads are streamed. There is no password: only the
 * owner of the data directory can open the socket.
 */
export function createAdminSocketHandler(
  operations: readonly Operation[],
  contextOf: (call: Call) => Context,
  settings: FileSettings,
): Handler {
  const byPath = new Map(operations.map((operation) => [operation.path, operation]));
  return async (request) => {
    const context = contextOf(socketCall(request));
    try {
      const pathname = pathOf(request.url);
      const operation = byPath.get(pathname.slice(OPERATIONS_PATH.length));
      if (!operation || !pathname.startsWith(OPERATIONS_PATH)) {
        throw new DomainError("notFound", "No such operation");
      }
      if (operation.upload !== null) return await handleUpload(request, operation, context, settings);
      const result = await operation.call(context, await request.json(), request.signal);
      return operation.download
        ? new Response(toByteStream(result as AsyncIterable<string>))
        : resultResponse(context, result);
    } catch (error) {
      return errorResponse({}, context, error);
    }
  };
}

const resultResponse = ({ call }: Context, result: unknown) =>
  jsonResponse({}, call, 200, { result: result ?? null });

async function handleUpload(
  request: Request,
  operation: Operation,
  context: Context,
  settings: FileSettings,
): Promise<Response> {
  const run = (progress?: Call["progress"]) => {
    const call = { ...context.call, ...(progress && { progress }) };
    return withUploadedFile(request, operation, settings, (input) =>
      operation.call({ ...context, call }, input, request.signal),
    );
  };
  if (!request.headers.has(PROGRESS_HEADER)) return resultResponse(context, await run());
  return new Response(toByteStream(progressLines(context, run)));
}

async function* progressLines(
  context: Context,
  run: (progress: (count: number) => void) => Promise<unknown>,
): AsyncGenerator<string> {
  let [count, reported, finished] = [0, 0, false];
  const response = run((now) => {
    count = now;
  })
    .then((result) => resultResponse(context, result))
    .catch((error: unknown) => errorResponse({}, context, error))
    .finally(() => {
      finished = true;
    });
  while (!finished) {
    await waitAtMost(response, PROGRESS_INTERVAL);
    if (count === reported) continue;
    reported = count;
    yield lineOf({ progress: count });
  }
  const last = await response;
  yield lineOf({ status: last.status, body: await last.json() });
}

const lineOf = (line: ProgressLine): string => `${JSON.stringify(line)}\n`;

/** Writes the body to a temporary file for the duration of the call; the rest of the input is in a header. */
async function withUploadedFile<T>(
  request: Request,
  { upload }: Operation,
  settings: FileSettings,
  run: (input: unknown) => Promise<T>,
): Promise<T> {
  const rest = JSON.parse(request.headers.get(INPUT_HEADER) ?? "{}") as Record<string, unknown>;
  const file = tempFilePath(settings);
  try {
    await writeFile(file, request.body ?? "", { mode: 0o600, flag: "wx" });
    return await run({ ...rest, [upload ?? ""]: file });
  } finally {
    await rm(file, { force: true });
  }
}

function socketCall(request: Request): Call {
  const name = request.headers.get(OPERATOR_HEADER)?.slice(0, OPERATOR_NAME_MAX) ?? "operator";
  return { ...internalCall("socket", { kind: "operator", name }), signal: request.signal };
}
