import { existsSync } from "node:fs";
import { join } from "node:path";
import packageFile from "../../package.json" with { type: "json" };
import { programRange } from "../../src/db/migrate.ts";
import { write, writeJson } from "../output/output.ts";

const ROOT = join(import.meta.dir, "../..");

/** True for `rihla --version` alone: after a command it is a flag of that command. */
export function isVersionRequest(args: readonly string[]): boolean {
  const asked = args.filter((arg) => arg !== "--json");
  return asked.length === 1 && (asked[0] === "--version" || asked[0] === "-V");
}

export async function printVersion(json: boolean): Promise<void> {
  const { version } = packageFile;
  const revision = revisionOf();
  if (json) return writeJson({ version, revision, ...programRange() });
  await write(`rihla ${version}${revision === null ? "" : ` (${revision})`}\n`);
}

/** The short revision of the checkout; null outside of one, as in an image. */
function revisionOf(): string | null {
  if (!existsSync(join(ROOT, ".git")) || Bun.which("git") === null) return null;
  const { exitCode, stdout } = Bun.spawnSync(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"]);
  return exitCode === 0 ? stdout.toString().trim() : null;
}
