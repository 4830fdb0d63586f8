import { chownSync, existsSync, readdirSync, rmSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

const OWNER = "postgres";
const READY_TIMEOUT = 30_000; // milliseconds
const MAX_CONNECTIONS = 200;

export type StopMode = "smart" | "fast" | "immediate";

/** A PostgreSQL server that a test may stop, kill or suspend. */
export interface Postgres {
  readonly url: string;
  /** The folder with all of its files, which belongs to the user that runs it. */
  readonly home: string;
  readonly port: number;
  /** The pid of the postmaster, which changes with every start. */
  readonly pid: number;
  start(): Promise<void>;
  /** `immediate` by default, like a power failure. */
  stop(mode?: StopMode): Promise<void>;
  /** Kills the postmaster and all backends. */
  kill9(): Promise<void>;
  /** Sends a signal to the postmaster and all backends; SIGSTOP makes the server hang. */
  signal(signal: NodeJS.Signals): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
  /** Stops the server and deletes its files. */
  remove(): Promise<void>;
}

/**
 * Starts a throwaway server on 127.0.0.1 with PostgreSQL's own settings and those given (`shared_buffers=1GB`).
 * `missing` is the reason, in one line, if PostgreSQL is not installed. Throws if it is but does not start.
 */
export async function startPostgres(
  settings: readonly string[] = [],
): Promise<Postgres | { readonly missing: string }> {
  const bin = findBin();
  if (!bin)
    return { missing: "PostgreSQL is not installed: no initdb in /usr/lib/postgresql/*/bin or on PATH" };
  const home = await temporaryHome();
  try {
    await initialize(bin, home);
    const server = new ThrowAwayPostgres(bin, home, await freePort(), settings);
    await server.start();
    return server;
  } catch (error) {
    const log = await readFile(join(home, "log"), "utf8").catch(() => "");
    await rm(home, { recursive: true, force: true });
    throw new Error(`PostgreSQL is installed in ${bin} but does not start.\n${log}`, { cause: error });
  }
}

let initialized: Promise<string> | undefined;

/**
 * Starts a standby that streams from `primary`, by default on a free port. It has the settings that were changed with
 * `alter system` until now.
 */
export async function startStandby(primary: Postgres, port?: number): Promise<Postgres> {
  const bin = findBin() ?? "";
  const home = await temporaryHome();
  const copy = ["-D", join(home, "data"), "-X", "stream", "-c", "fast", "--no-sync", "--write-recovery-conf"];
  await runAsOwner([join(bin, "pg_basebackup"), "-d", primary.url, ...copy]);
  const standby = new ThrowAwayPostgres(bin, home, port ?? (await freePort()), []);
  await standby.start();
  return standby;
}

/** Creates the files of a new server in `home`: one `initdb` per process, of which the other servers get a copy. */
async function initialize(bin: string, home: string): Promise<void> {
  initialized ??= initdb(bin);
  await runAsOwner(["cp", "-a", await initialized, join(home, "data")]);
}

async function initdb(bin: string): Promise<string> {
  const home = await temporaryHome();
  process.on("exit", () => rmSync(home, { recursive: true, force: true }));
  const data = join(home, "data");
  const encoding = ["-E", "UTF8", "--locale=C"];
  await runAsOwner([join(bin, "initdb"), "-D", data, "-U", OWNER, "-A", "trust", ...encoding, "--no-sync"]);
  return data;
}

/** A temporary folder of the user that runs the server. */
async function temporaryHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "rihla-postgres-"));
  if (isRoot()) chownSync(home, ...(await ownerIds()));
  return home;
}

class ThrowAwayPostgres implements Postgres {
  #pid = 0;

  constructor(
    readonly bin: string,
    readonly home: string,
    readonly port: number,
    readonly settings: readonly string[],
  ) {}

  get pid(): number {
    return this.#pid;
  }

  get url(): string {
    return `postgres://${OWNER}@127.0.0.1:${this.port}/postgres`;
  }

  async start(): Promise<void> {
    const set = [`max_connections=${MAX_CONNECTIONS}`, "fsync=on", ...this.settings];
    const options = `-p ${this.port} -h 127.0.0.1 -k ${this.home} ${set.map((each) => `-c ${each}`).join(" ")}`;
    const log = join(this.home, "log");
    await this.#control("start", "-w", "-t", String(READY_TIMEOUT / 1_000), "-l", log, "-o", options);
    const [pid] = (await Bun.file(join(this.home, "data", "postmaster.pid")).text()).split("\n");
    this.#pid = Number(pid);
  }

  async stop(mode: StopMode = "immediate"): Promise<void> {
    await this.#control("stop", "-m", mode, "-w");
  }

  async kill9(): Promise<void> {
    const all = await this.#processes();
    for (const pid of all) signalOne(pid, "SIGKILL");
    while (all.some(isAlive)) await Bun.sleep(10);
  }

  async signal(signal: NodeJS.Signals): Promise<void> {
    for (const pid of await this.#processes()) signalOne(pid, signal);
  }

  async promote(): Promise<void> {
    await this.#control("promote", "-w");
  }

  async remove(): Promise<void> {
    await this.signal("SIGCONT");
    await this.stop().catch(() => {});
    await rm(this.home, { recursive: true, force: true });
  }

  async #control(...command: string[]): Promise<void> {
    await runAsOwner([join(this.bin, "pg_ctl"), "-D", join(this.home, "data"), ...command]);
  }

  /** The postmaster comes first: once stopped it starts no more backends. */
  async #processes(): Promise<number[]> {
    const children = await Bun.$`ps -o pid= --ppid ${this.#pid}`.nothrow().quiet().text();
    return [this.#pid, ...children.split("\n").map(Number).filter(Boolean)];
  }
}

/** The folder of PostgreSQL's programs. */
export function findBin(): string | undefined {
  const installed = "/usr/lib/postgresql";
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = Bun.which("initdb");
  const bins = versions.map((version) => join(installed, version, "bin"));
  return [...bins, ...(onPath ? [join(onPath, "..")] : [])].find((bin) => existsSync(join(bin, "initdb")));
}

const isRoot = () => process.getuid?.() === 0;

async function ownerIds(): Promise<[number, number]> {
  return [
    Number(await Bun.$`id -u ${OWNER}`.quiet().text()),
    Number(await Bun.$`id -g ${OWNER}`.quiet().text()),
  ];
}

/** PostgreSQL refuses to run as root. */
export async function runAsOwner(command: string[]): Promise<void> {
  const asOwner = isRoot() ? ["runuser", "-u", OWNER, "--", ...command] : command;
  // the server inherits these: with a pipe, this would wait until the server exits
  const child = Bun.spawn(asOwner, { cwd: tmpdir(), stdin: "ignore", stdout: "ignore", stderr: "ignore" });
  if ((await child.exited) !== 0) throw new Error(`${command[0]} ended with ${child.exitCode}`);
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // the backend may have ended by itself
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
