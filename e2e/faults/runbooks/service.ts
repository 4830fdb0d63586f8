/**
 * Stands in for the service manager: `service.ts start|stop|restart rihla`. The settings are those of the environment,
 * and SERVICE_HOME holds the number of the process. A start ends once the server is ready.
 */
import { closeSync, existsSync, openSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const { SERVICE_HOME = "", SERVICE_PAGES = "", PORT = "" } = process.env;
const PID = join(SERVICE_HOME, "pid");
const WITHIN = 60_000; // milliseconds
const POLL_INTERVAL = 20;

const verb = process.argv[2];
if (verb !== "start") await stop();
if (verb !== "stop") await start();

async function start(): Promise<void> {
  const log = openSync(join(SERVICE_HOME, "log"), "a");
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../../../src/main.ts"), SERVICE_PAGES], {
    stdin: "ignore",
    stdout: log,
    stderr: log,
  });
  closeSync(log);
  await writeFile(PID, String(child.pid));
  await until(async () => {
    if (child.exitCode !== null) throw new Error("the server ended by itself");
    return (await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null))?.status === 200;
  });
  child.unref();
}

async function stop(): Promise<void> {
  if (!existsSync(PID)) return;
  const pid = Number(await readFile(PID, "utf8"));
  await rm(PID);
  process.kill(pid, "SIGTERM");
  await until(async () => !existsSync(`/proc/${pid}`));
}

async function until(done: () => Promise<boolean>): Promise<void> {
  for (const since = performance.now(); performance.now() - since < WITHIN; await Bun.sleep(POLL_INTERVAL)) {
    if (await done()) return;
  }
  throw new Error(`not done after ${WITHIN} ms`);
}
