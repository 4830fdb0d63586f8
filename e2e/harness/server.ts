import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "./free-port.ts";

const ROOT = resolve(import.meta.dir, "../..");
const READY_WITHIN = 60_000; // milliseconds; an embedded database's first start on a busy machine takes a while
const END_WITHIN = 30_000;
const POLL_INTERVAL = 5;

export type Env = Readonly<Record<string, string>>;

export interface Ending {
  readonly code: number | null;
  readonly ms: number;
}

/** The product in its own process, as an operator would run it. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the spawn to the first 200 of `/readyz`. */
  readonly startedIn: number;
  /** Its output so far. */
  log(): string;
  running(): boolean;
  /** Resident memory in bytes. */
  memory(): number;
  signal(signal: NodeJS.Signals): void;
  kill9(): Promise<void>;
  /** Stops it with SIGTERM and waits for its end. */
  term(): Promise<Ending>;
  /** Waits until it exits by itself. */
  stopped(): Promise<Ending>;
}

/**
 * Starts the product, or the version of it in `root`, on a free port and waits until it is ready. Otherwise throws an
 * error with its log.
 */
export async function startServer(env: Env, root = ROOT): Promise<Server> {
  const pages = await built();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return startProcess({
    root,
    url,
    command: ["src/main.ts", pages],
    // the gateway's page links back to the address in the browser
    env: { SYNC_CRON: "off", PUBLIC_URL: url, ...env, HOST: "127.0.0.1", PORT: String(port) },
    isReady: () => isReady(`${url}/readyz`),
  });
}

/** Starts a worker of servers on a database server, with a `DATA_DIR` of its own, and waits until it is ready. */
export function startWorker(env: Env & { readonly DATA_DIR: string }): Promise<Server> {
  const unix = join(env.DATA_DIR, "worker.sock");
  const isReadyThere = () => isReady("http://worker/readyz", { unix });
  return startProcess({
    root: ROOT,
    url: "",
    command: ["cli/main.ts", "worker"],
    env: { SYNC_CRON: "off", ...env },
    isReady: isReadyThere,
  });
}

interface Starting {
  readonly root: string;
  readonly url: string;
  readonly command: readonly string[];
  readonly env: Env;
  readonly isReady: () => Promise<boolean>;
}

async function startProcess(starting: Starting): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), "rihla-log-"));
  const server = new ServerProcess(starting, join(home, "log"));
  try {
    await server.ready();
    return server;
  } catch (error) {
    await server.kill9();
    throw error;
  }
}

class ServerProcess implements Server {
  readonly url: string;
  startedIn = 0;
  readonly #spawned = performance.now();
  readonly #child: Bun.Subprocess;

  constructor(
    readonly starting: Starting,
    readonly logFile: string,
  ) {
    this.url = starting.url;
    const out = openSync(logFile, "a");
    this.#child = Bun.spawn([process.execPath, ...starting.command], {
      cwd: starting.root,
      env: { ...inherited(), LOG_LEVEL: "info", ...starting.env },
      stdin: "ignore",
      stdout: out,
      stderr: out,
    });
    closeSync(out);
  }

  get pid(): number {
    return this.#child.pid;
  }

  async ready(): Promise<void> {
    while (!(await this.starting.isReady())) {
      if (!this.running()) throw new Error(`the server ended by itself:\n${this.log()}`);
      if (performance.now() - this.#spawned > READY_WITHIN)
        throw new Error(`the server was not ready:\n${this.log()}`);
      await Bun.sleep(POLL_INTERVAL);
    }
    this.startedIn = performance.now() - this.#spawned;
  }

  log = () => readFileSync(this.logFile, "utf8");

  running = () => this.#child.exitCode === null && this.#child.signalCode === null;

  memory(): number {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${this.pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1_024;
  }

  signal(signal: NodeJS.Signals): void {
    if (this.running()) this.#child.kill(signal);
  }

  async kill9(): Promise<void> {
    this.signal("SIGKILL");
    await this.stopped();
  }

  async term(): Promise<Ending> {
    this.signal("SIGTERM");
    return this.stopped();
  }

  async stopped(): Promise<Ending> {
    const since = performance.now();
    const ended = await Promise.race([this.#child.exited, Bun.sleep(END_WITHIN).then(() => null)]);
    if (ended === null) {
      this.#child.kill("SIGKILL");
      throw new Error(`the server did not end:\n${this.log()}`);
    }
    return { code: this.#child.exitCode, ms: performance.now() - since };
  }
}

async function isReady(url: string, at: BunFetchRequestInit = {}): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000), ...at });
    return answer.status === 200;
  } catch {
    return false; // not listening yet
  }
}

/**
 * Only what a program needs to run, and the engine's options: the caller's settings must not change the measurement.
 */
function inherited(): Env {
  const names = Object.keys(process.env).filter((name) => /^(PATH|HOME|BUN_JSC_\w+)$/.test(name));
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
}

let building: Promise<string> | undefined;

/** The folder of the pages, for all servers whatever their address: each would build its own. */
export function built(): Promise<string> {
  building ??= Bun.$`${process.execPath} src/server/build.ts`
    .cwd(ROOT)
    .env({ ...inherited() })
    .text()
    .then((printed) => printed.trim());
  return building;
}

/** A temporary folder, and the function that deletes it. */
export async function scratch(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "rihla-e2e-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
