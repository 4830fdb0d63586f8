import { cp } from "node:fs/promises";
import { join, resolve } from "node:path";
import { scratch } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { finding } from "./on-postgres.ts";

const ROOT = resolve(import.meta.dir, "../..");
const TOGETHER = 4; // commands

/** The documented commands in a new checkout: several at once, and without a network afterwards. */
export const installTogether: Case = {
  name: "install",
  async run({ short }: Extent) {
    if (short) return [];
    const home = await scratch();
    try {
      await checkOut(home.path);
      return [await atOnce(home.path), await offline(home.path)];
    } finally {
      await home.remove();
    }
  },
};

async function checkOut(folder: string): Promise<void> {
  const files = await Bun.$`git ls-files --cached --others --exclude-standard`.cwd(ROOT).text();
  for (const file of files.trim().split("\n")) await cp(join(ROOT, file), join(folder, file));
}

async function atOnce(folder: string): Promise<Finding> {
  const codes = await Promise.all(Array.from({ length: TOGETHER }, () => cli(folder, {})));
  const well = codes.every((code) => code === 0);
  return finding(`${TOGETHER} first commands at once in a new checkout`, well, `codes ${codes.join(", ")}`);
}

/** An unreachable registry and an empty cache: an installation would fail. */
async function offline(folder: string): Promise<Finding> {
  const code = await cli(folder, { HOME: join(folder, "home"), npm_config_registry: "http://127.0.0.1:9" });
  return finding("a command without a network, after the installation", code === 0, `code ${code}`);
}

function cli(folder: string, env: Record<string, string>): Promise<number> {
  const { PATH = "", HOME = "" } = process.env;
  const cmd = [process.execPath, "run", "cli", "completion", "bash"];
  return Bun.spawn({ cmd, cwd: folder, env: { PATH, HOME, ...env }, stdio: ["ignore", "ignore", "ignore"] })
    .exited;
}
