import { existsSync } from "node:fs";
import { join } from "node:path";
import { readEnv, type Settings } from "../../src/env.ts";
import { isListening, socketPath } from "../../src/http/admin-socket/client.ts";
import { namesLocalDatabase } from "../environment.ts";
import { CliError } from "../errors.ts";
import { defaultProfile } from "../profiles.ts";
import { adminSocketTransport } from "./admin-socket.ts";
import { networkTransport } from "./network.ts";
import { type Destination, mayCreate, type Transport } from "./transport.ts";

/**
 * Chooses the transport: `url` if given; else the default profile, unless the environment names a database; else the
 * database of DATABASE_URL; else the server that owns the data directory; else the data directory itself, which this
 * process then owns.
 */
export async function openTransport({ url, need }: Destination): Promise<Transport> {
  if (url !== undefined) return networkTransport(url);
  const profile = namesLocalDatabase() ? undefined : defaultProfile();
  if (profile) return networkTransport(profile.url);
  const settings = readEnv();
  const socket = await serverSocket(settings);
  if (socket !== null) return adminSocketTransport(socket);
  if (settings.databaseUrl === undefined && !mayCreate(need) && !hasDatabase(settings))
    throw noDatabase(settings);
  const { inProcessTransport } = await import("./in-process.ts"); // loads the whole server, which the others do not need
  return inProcessTransport(settings, need);
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
