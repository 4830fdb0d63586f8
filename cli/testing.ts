import { expect } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { SETTING_NAMES } from "../src/env.ts";
import { listenOnAdminSocket } from "../src/http/sockets/admin-socket.ts";
import { type TestApp, testApp } from "../src/testing/app.ts";
import { outputOf } from "../src/testing/child-output.ts";
import { runCommandLine } from "./command-line.ts";

const MAIN = resolve(import.meta.dir, "main.ts");

/** Profiles of the person who runs the tests would change the transport. */
const NO_PROFILES = "/nonexistent";

type Env = Readonly<Record<string, string>>;

export interface CommandResult {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** The environment without variables that would change the transport or the database. */
function environment(env: Env): Record<string, string | undefined> {
  const isSetting = (name: string) => SETTING_NAMES.includes(name) || name.startsWith("RIHLA_");
  const inherited = Object.entries(process.env).filter(([name]) => !isSetting(name));
  return { ...Object.fromEntries(inherited), XDG_CONFIG_HOME: NO_PROFILES, ...env };
}

let lastRun: Promise<unknown> = Promise.resolve();

/** Runs a command in this process, without a terminal: one at a time, as they share its environment and streams. */
export function rihla(args: readonly string[], env: Env): Promise<CommandResult> {
  const run = lastRun.then(() => runHere(args, env));
  lastRun = run.catch(() => {});
  return run;
}

async function runHere(args: readonly string[], env: Env): Promise<CommandResult> {
  const before = { ...process.env };
  const [out, err] = [capture(process.stdout), capture(process.stderr)];
  const { isTTY } = process.stdin;
  process.stdin.isTTY = false;
  replaceEnvironment(environment(env));
  try {
    const exit = await runCommandLine(args);
    if (exit === undefined) throw new Error(`${args.join(" ")} keeps running: start it as a process`);
    return { exit, out: out.text(), err: err.text() };
  } finally {
    replaceEnvironment(before);
    process.stdin.isTTY = isTTY;
    out.end();
    err.end();
  }
}

function replaceEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** Collects what is written to a stream, as a pipe would. */
function capture(stream: NodeJS.WriteStream) {
  const { write, isTTY } = stream;
  const chunks: Buffer[] = [];
  stream.isTTY = false;
  stream.write = (data: string | Uint8Array, ...rest: unknown[]) => {
    chunks.push(Buffer.from(data));
    const done = rest.at(-1);
    if (typeof done === "function") done();
    return true;
  };
  return {
    text: () => Buffer.concat(chunks).toString(),
    end: () => Object.assign(stream, { write, isTTY }),
  };
}

/** Starts a command in a process of its own, as a script does, without a terminal. */
export const startRihla = (args: readonly string[], env: Env, stdin = "") =>
  Bun.spawn([process.execPath, MAIN, ...args], {
    env: environment(env),
    stdin: Buffer.from(stdin),
    stdout: "pipe",
    stderr: "pipe",
  });

/** The result of a command in a process of its own. */
export const rihlaProcess = (args: readonly string[], env: Env, stdin = ""): Promise<CommandResult> =>
  outputOf(startRihla(args, env, stdin));

/** Runs a command on a pseudo-terminal and answers its prompts in order. Returns everything that was printed. */
export async function onTerminal(
  args: readonly string[],
  env: Env,
  answers: readonly (readonly [question: string, answer: string])[],
): Promise<{ readonly exit: number; readonly seen: string }> {
  const left = [...answers];
  let seen = "";
  let read = 0;
  const child = Bun.spawn([process.execPath, MAIN, ...args], {
    env: environment(env),
    terminal: {
      cols: 80,
      rows: 24,
      data(terminal, bytes) {
        seen += new TextDecoder().decode(bytes);
        const [question, answer] = left[0] ?? [];
        const at = question === undefined ? -1 : seen.indexOf(question, read);
        if (question === undefined || answer === undefined || at === -1) return;
        read = at + question.length;
        left.shift();
        terminal.write(answer);
      },
    },
  });
  return { exit: await child.exited, seen };
}

export interface Served {
  readonly app: TestApp;
  /** The data directory in which commands find the server's socket. */
  readonly dataDir: string;
  readonly env: Env;
  close(): Promise<void>;
}

/** A server in this process, which answers commands: without one, each of them opens the database. */
export async function servedHere(): Promise<Served> {
  const dataDir = await mkdtemp(join(tmpdir(), "rihla-served-"));
  const app = await testApp({ DATA_DIR: dataDir });
  const socket = await listenOnAdminSocket(dataDir, app.app.fetchFromAdminSocket);
  return {
    app,
    dataDir,
    env: { DATA_DIR: dataDir },
    async close() {
      await socket?.stop();
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Milliseconds for a test that starts many processes or creates databases, on a busy machine. */
export const SLOW = 240_000;

export const PASSWORD = "violet camel orbit nine";

/** Creates the super_admin `amina` with `PASSWORD`, as a new installation's operator does. */
export async function createFirstAdmin(env: Env): Promise<void> {
  const account = ["--username", "amina", "--email", "amina@example.org", "--password-stdin", "--json"];
  const { out } = await rihlaProcess(["admin", "create", ...account], env, `${PASSWORD}\n`);
  expect(JSON.parse(out)).toMatchObject({ username: "amina", role: "super_admin" });
}

/** Imports places into the database of a data directory, a line of `name,address,city,state,category` each. */
export async function importPlaces(dataDir: string, lines: readonly string[]): Promise<void> {
  const file = join(dataDir, "places.csv");
  await Bun.write(file, ["name,address,city,state,category", ...lines].join("\n"));
  expect((await rihla(["poi", "import", file], { DATA_DIR: dataDir })).exit).toBe(0);
}
