import { join } from "node:path";
import { freePort } from "../../harness/free-port.ts";
import type { BareAnswer } from "./plain-server.ts";

const SET_BY_SERVER = /^(date|content-length|connection|keep-alive)$/;

export interface Reference {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** Starts a process that answers every request with the current response of `page`, whose body is kept in `file`. */
export async function startBare(
  page: string,
  headers: Readonly<Record<string, string>>,
  file: string,
): Promise<Reference> {
  const answer = await fetch(page, { headers, decompress: false });
  const sent = Object.fromEntries([...answer.headers].filter(([name]) => !SET_BY_SERVER.test(name)));
  await Bun.write(file, await answer.arrayBuffer());
  const port = await freePort();
  return startReference<BareAnswer>("plain-server.ts", { port, headers: sent, file });
}

/** Starts a program of this folder that serves on the given port, and waits until it does. */
export async function startReference<Options extends { readonly port: number }>(
  program: string,
  options: Options,
): Promise<Reference> {
  const command = [process.execPath, join(import.meta.dir, program), JSON.stringify(options)];
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  await child.stdout.getReader().read();
  return { url: `http://127.0.0.1:${options.port}/`, pid: child.pid, stop: () => child.kill() };
}
