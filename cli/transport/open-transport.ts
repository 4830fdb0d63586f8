import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../src/core/rpc/operations.ts";
import { DirectoryInUse } from "../../src/db/drivers/directory-lock.ts";
import { readEnv, type Settings } from "../../src/env.ts";
import {
  isListening,
  type ProgressLine,
  sendOperation,
  socketPath,
} from "../../src/http/sockets/admin-socket-client.ts";
import { seconds } from "../../src/shared/duration.ts";
import { namesLocalDatabase } from "../environment.ts";
import { CliError } from "../errors.ts";
import { note } from "../output/output.ts";
import { defaultProfile } from "../profiles.ts";
import { networkTransport } from "./network.ts";
import { operatorName } from "./operator-name.ts";
import { bodyChunks, bodyLines, fetchOrUnavailable, remoteErrorOf } from "./response.ts";
import { type DatabaseNeed, type Destination, type Input, mayCreate, type Transport } from "./transport.ts";

const START_WITHIN = seconds(30);
const NOTICE_DELAY = seconds(1);
const POLL_INTERVAL = 100; // milliseconds

/**
 * Chooses the transport: `url` if given; else the default profile, unless the environment names a database; else the
 * database of DATABASE_URL; else the server that owns the data directory; else the data directory itself, which this
 * process then owns.
 */
export async function openTransport({ url, need }: Destination): Promise<Transport> {
  const address = remoteAddress(url);
  if (address !== undefined) return networkTransport(address);
  const settings = readEnv();
  const opened = await socketOr(settings, () => openHere(settings, need));
  return "socket" in opened ? adminSocketTransport(opened.socket) : opened.work;
}

/** The server that commands go to over the network; undefined if they use what is on this machine. */
export const remoteAddress = (url: string | undefined): string | undefined =>
  url ?? (namesLocalDatabase() ? undefined : defaultProfile()?.url);

async function openHere(settings: Settings, need: DatabaseNeed): Promise<Transport> {
  if (settings.databaseUrl === undefined && !mayCreate(need) && !hasDatabase(settings))
    throw noDatabase(settings);
  const { inProcessTransport } = await import("./in-process.ts"); // loads the whole server, which the others do not need
  return inProcessTransport(settings, need);
}

/**
 * The admin socket if a server owns the embedded database, else the result of `work`, which opens it. While another
 * process has it open and there is no socket, as during the start of a server, waits `within` milliseconds at most.
 */
export async function socketOr<T>(
  settings: Settings,
  work: () => Promise<T>,
  within = START_WITHIN,
): Promise<{ readonly socket: string } | { readonly work: T }> {
  const began = performance.now();
  for (let told = false; ; await Bun.sleep(POLL_INTERVAL)) {
    const socket = await serverSocket(settings);
    if (socket !== null) return { socket };
    const waited = performance.now() - began;
    try {
      return { work: await work() };
    } catch (error) {
      const mayStart = socketPath(settings.dataDir) !== null && waited < within;
      if (!(error instanceof DirectoryInUse) || !mayStart) throw error;
    }
    if (!told && waited > NOTICE_DELAY)
      note(`Waiting for the server that is starting in ${settings.dataDir} ...`);
    told ||= waited > NOTICE_DELAY;
  }
}

/** The admin socket of the server that owns the embedded database; null if none is listening. */
export async function serverSocket(settings: Settings): Promise<string | null> {
  if (settings.databaseUrl !== undefined) return null;
  const path = socketPath(settings.dataDir);
  return path !== null && existsSync(path) && (await isListening(path)) ? path : null;
}

export const hasDatabase = (settings: Settings): boolean => existsSync(join(settings.dataDir, "database"));

const noDatabase = ({ dataDir }: Settings) =>
  new CliError(
    "unavailable",
    `There is no database in ${dataDir} yet: run \`rihla db migrate\`, or set DATA_DIR.`,
  );

/** Calls operations in the server that owns the data directory. */
function adminSocketTransport(unix: string): Transport {
  const send = async (operation: Operation, input: Input, reportProgress = false): Promise<Response> => {
    const options = { operator: operatorName(), reportProgress };
    const response = await fetchOrUnavailable("the server in the data directory", () =>
      sendOperation(unix, operation, input, options),
    );
    if (!response.ok) throw await remoteErrorOf(response);
    return response;
  };
  return {
    kind: "socket",
    async call(operation, input, progress) {
      if (progress && operation.upload !== null) {
        return followProgress(await send(operation, input, true), progress);
      }
      const { result } = (await (await send(operation, input)).json()) as { result: unknown };
      return result;
    },
    download: async (operation, input) => bodyChunks(await send(operation, input)),
    close: async () => {},
  };
}

/** Reports each progress line and returns the result in the last one. */
async function followProgress(response: Response, progress: (count: number) => void): Promise<unknown> {
  let last: ProgressLine = {};
  for await (const line of bodyLines(response)) {
    last = JSON.parse(line) as ProgressLine;
    if (last.progress !== undefined) progress(last.progress);
  }
  if (last.status === undefined) {
    throw new CliError("unavailable", "The connection broke off before the end.");
  }
  if (last.status >= 400) throw await remoteErrorOf(Response.json(last.body, { status: last.status }));
  return last.body?.result;
}
