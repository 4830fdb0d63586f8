import { chmod, chown, copyFile, mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { freePort } from "../harness/free-port.ts";
import { scratch } from "../harness/server.ts";
import { type Case, type Finding, missing } from "../harness/suite.ts";
import { post, send } from "./client.ts";
import { finding } from "./on-postgres.ts";

const ROOT = resolve(import.meta.dir, "../..");
const NOBODY = 65_534; // without rights, and without an entry in /etc/passwd, which is not there
const READY_WITHIN = 120_000; // milliseconds; a first start makes the database and the pages of its address
const POLL_INTERVAL = 50;

/** The executable on a machine that has nothing but the C library, for a user who may write in one folder alone. */
export const oneFile: Case = {
  name: "one-file",
  isUntimed: true,
  async run() {
    if (process.getuid?.() !== 0) return [missing("only root can make a folder the root of a process")];
    await Bun.$`${process.execPath} src/server/build.ts --executable`.cwd(ROOT).quiet();
    const home = await scratch();
    const proc = join(home.path, "proc");
    try {
      const size = await furnish(home.path);
      if (Bun.spawnSync(["mount", "--bind", "/proc", proc]).exitCode !== 0)
        return [missing("no right to mount /proc")];
      return [...size, ...(await play(new EmptyMachine(home.path)))];
    } finally {
      Bun.spawnSync(["umount", proc]);
      await home.remove();
    }
  },
};

/** Copies the executable and the libraries that it names. */
async function furnish(root: string): Promise<Finding[]> {
  for (const folder of ["proc", "data", "sealed"]) await mkdir(join(root, folder));
  await chmod(root, 0o755);
  await chown(join(root, "data"), NOBODY, NOBODY);
  await copyFile(join(ROOT, "dist/rihla"), join(root, "rihla"));
  const named = await Bun.$`ldd ${join(root, "rihla")}`.text();
  const libraries = [...named.matchAll(/\/\S+/g)].map(([path]) => path);
  for (const path of libraries) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await copyFile(path, join(root, path));
  }
  const { size } = Bun.file(join(root, "rihla"));
  return [
    finding(
      "the executable",
      libraries.length < 8,
      `${Math.round(size / 1e6)} MB, ${libraries.length} libraries`,
    ),
  ];
}

class EmptyMachine {
  readonly #server = new AbortController();

  constructor(readonly root: string) {}

  start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const cmd = ["chroot", `--userspec=${NOBODY}:${NOBODY}`, this.root, "/rihla", ...args];
    return Bun.spawn(cmd, {
      env: { PATH: process.env.PATH ?? "", HOME: "/", DATA_DIR: "/data", ...env },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      signal: this.#server.signal,
    });
  }

  async run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const child = this.start(args, env);
    const texts = [new Response(child.stdout).text(), new Response(child.stderr).text()];
    const [out = "", err = ""] = await Promise.all(texts);
    return { exit: await child.exited, out, err };
  }

  end = () => this.#server.abort();
}

async function play(machine: EmptyMachine): Promise<Finding[]> {
  try {
    return [...(await refusals(machine)), ...(await firstDay(machine))];
  } finally {
    machine.end();
  }
}

/** What keeps it from starting is one sentence. */
async function refusals(machine: EmptyMachine): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [what, folder] of [
    ["missing", "/nowhere/data"],
    ["not writable", "/sealed"],
  ] as const) {
    const { exit, out, err } = await machine.run(["serve"], { DATA_DIR: folder, PORT: "0" });
    const isSentence =
      exit === 1 && out === "" && err.startsWith("DATA_DIR ") && err.trim().split("\n").length === 1;
    findings.push(
      finding(`DATA_DIR that is ${what}`, isSentence, err.trim().split("\n").slice(0, 3).join(" ")),
    );
  }
  return findings;
}

async function firstDay(machine: EmptyMachine): Promise<Finding[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const server = machine.start(["serve"], { PORT: String(port), PUBLIC_URL: url });
  const log = new Response(server.stdout).text();
  await ready(url, server);
  const joined = await post(`${url}/api/waitlist`, {
    firstName: "Amina",
    email: "amina@example.org",
    isBetaTester: false,
  });
  const ms = Math.round(performance.now() - began);
  const pages = await Promise.all(["/", "/data"].map((path) => send(url + path)));
  const shown = pages.filter((page) => page?.status === 200 && String(page.body.text).includes(url));
  const list = await machine.run(["waitlist", "list", "--json"]);
  const version = await machine.run(["--version"]);
  const runbook = await machine.run(["docs", "runbooks/upgrade.sh"]);
  server.kill("SIGTERM");
  const ending = await server.exited;
  return [
    finding("a signup after the first start", joined?.status === 201, `${ms} ms, HTTP ${joined?.status}`),
    finding("a file and a rendered page that show its address", shown.length === 2, `${shown.length} of 2`),
    finding(
      "the command line through the running server",
      list.out.includes("amina@example.org"),
      list.err.trim(),
    ),
    finding("its version", version.out.startsWith("rihla "), version.out.trim()),
    finding("a runbook from it", runbook.out.startsWith("#!/bin/sh"), `exit ${runbook.exit}`),
    finding("SIGTERM", ending === 0 && (await log).includes('"msg":"Stopped"'), `exit ${ending}`),
  ];
}

async function ready(url: string, server: Bun.Subprocess<"ignore", "pipe", "pipe">): Promise<void> {
  const end = performance.now() + READY_WITHIN;
  while ((await send(`${url}/readyz`))?.status !== 200) {
    if (server.exitCode !== null) throw new Error(await new Response(server.stderr).text());
    if (performance.now() > end) throw new Error("the executable was not ready");
    await Bun.sleep(POLL_INTERVAL);
  }
}
