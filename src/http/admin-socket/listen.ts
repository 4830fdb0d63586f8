import { chmod, unlink } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { clearTempFiles } from "../../core/files/temp-file.ts";
import { SOCKET_FILE } from "./server.ts";

const BODY_MAX = 2 ** 40; // bytes: a backup goes through here
const LONGEST_PATH = 100; // the system's limit is 107 bytes

/** The socket's path in the shorter of its two forms; null where both are too long for the system. */
export function socketPath(dataDir: string): string | null {
  const absolute = resolve(dataDir, SOCKET_FILE);
  const near = join(".", relative(process.cwd(), absolute));
  const path = near.length < absolute.length ? near : absolute;
  return Buffer.byteLength(path) <= LONGEST_PATH ? path : null;
}

/** Listens for operators in the data directory, which this process owns. Null where the path is too long. */
export async function listenForOperators(dataDir: string, fetch: (request: Request) => Promise<Response>) {
  const path = socketPath(dataDir);
  if (path === null) return null;
  await unlink(path).catch(() => {}); // left by a killed process; the directory's lock says it is dead
  await clearTempFiles(dataDir);
  const server = Bun.serve({ unix: path, fetch, development: false, maxRequestBodySize: BODY_MAX });
  await chmod(path, 0o600);
  return {
    async stop(): Promise<void> {
      await server.stop();
      await unlink(path).catch(() => {});
    },
  };
}
