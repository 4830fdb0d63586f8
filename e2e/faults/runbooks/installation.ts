import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { freePort } from "../../harness/free-port.ts";
import { built, type Env, scratch } from "../../harness/server.ts";
import { post, type Reply } from "../client.ts";

const ROOT = resolve(import.meta.dir, "../../..");
const BUN = process.execPath;

interface Ran {
  readonly exit: number;
  /** What it printed, stderr too. */
  readonly out: string;
}

/** A machine of an operator: `rihla` on the PATH, a service manager, and settings that a runbook may change. */
export class Installation {
  env: Env;

  private constructor(
    readonly home: string,
    readonly url: string,
    env: Env,
    readonly remove: () => Promise<void>,
  ) {
    this.env = env;
  }

  static async create(settings: Env): Promise<Installation> {
    const home = await scratch();
    const bin = join(home.path, "bin");
    await mkdir(bin);
    const rihla = join(bin, "rihla");
    await writeFile(rihla, `#!/bin/sh\nexec "${BUN}" "${ROOT}/cli/main.ts" "$@"\n`);
    await chmod(rihla, 0o755);
    const port = await freePort();
    const env = {
      HOME: home.path,
      PATH: `${bin}:${process.env.PATH ?? ""}`,
      SERVICE: `"${BUN}" "${join(import.meta.dir, "service.ts")}"`.replaceAll('"', ""),
      SERVICE_HOME: home.path,
      SERVICE_PAGES: await built(),
      HOST: "127.0.0.1",
      PORT: String(port),
      SYNC_CRON: "off",
      DATA_DIR: join(home.path, "data"),
      ...settings,
    };
    return new Installation(home.path, `http://127.0.0.1:${port}`, env, home.remove);
  }

  /** Plays a runbook of the documentation as it is. */
  play(name: string, ...args: readonly string[]): Promise<Ran> {
    return this.#run(["sh", join(ROOT, "docs/runbooks", `${name}.sh`), ...args]);
  }

  rihla = (...args: readonly string[]): Promise<Ran> => this.#run(["rihla", ...args]);

  service = (verb: "start" | "stop"): Promise<Ran> => this.#run(["sh", "-c", `$SERVICE ${verb} rihla`]);

  join = (email: string): Promise<Reply | null> =>
    post(`${this.url}/api/waitlist`, { firstName: "Amina", email, isBetaTester: false });

  /** How many people are on the waitlist. */
  async joined(): Promise<number> {
    const { out } = await this.rihla("waitlist", "list", "--json");
    return (JSON.parse(out) as unknown[]).length;
  }

  async #run(command: readonly string[]): Promise<Ran> {
    const [program = "", ...args] = command;
    const found = Bun.which(program, { PATH: this.env.PATH ?? "" }) ?? program;
    const child = Bun.spawn(["sh", "-c", 'exec "$0" "$@" 2>&1', found, ...args], {
      cwd: this.home,
      env: this.env,
      stdin: "ignore",
      stdout: "pipe",
    });
    const [out, exit] = await Promise.all([new Response(child.stdout).text(), child.exited]);
    return { exit, out };
  }
}
