import { existsSync } from "node:fs";
import { join } from "node:path";
import packageFile from "../../../package.json" with { type: "json" };

const ROOT = join(import.meta.dir, "../../..");

export interface BuildInfo {
  readonly version: string;
  /** The short revision of the checkout; null outside of one, as in an image. */
  readonly revision: string | null;
}

let known: BuildInfo | undefined; // a constant of the program that takes a process to find out

/** Which program this is. */
export function buildInfo(): BuildInfo {
  known ??= { version: packageFile.version, revision: revisionOf() };
  return known;
}

function revisionOf(): string | null {
  if (!existsSync(join(ROOT, ".git")) || Bun.which("git") === null) return null;
  const { exitCode, stdout } = Bun.spawnSync(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"]);
  return exitCode === 0 ? stdout.toString().trim() : null;
}
