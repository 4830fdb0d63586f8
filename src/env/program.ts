import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import packageFile from "../../package.json" with { type: "json" };

/** What is known when the executable is made. */
export interface Built {
  readonly revision: string | null;
  /** The hash of the sources of the pages, which are not in the executable. */
  readonly sources: string;
  /** The folder of the pages that it holds. */
  readonly pages: string;
}

/** A constant that `src/server/build.ts` writes into the executable; there is none when the sources run. */
declare const BUILT: Built | undefined;

/** Undefined when the program runs from its sources. */
export const built: Built | undefined = typeof BUILT === "undefined" ? undefined : BUILT;

/** The checkout; in the executable the folder in which Bun shows what is embedded. */
export const PROGRAM_FOLDER = built ? import.meta.dir : resolve(import.meta.dir, "../..");

/**
 * The path of a file or folder of the program, such as `drizzle`, for Bun and `node:fs` to read. A worker's path ends in
 * `.ts` in the executable, too. `src/server/build.ts` lists what is embedded.
 */
export const programFile = (path: string): string => join(PROGRAM_FOLDER, path);

export interface BuildInfo {
  readonly version: string;
  /** The short revision of the sources; null outside of a checkout. */
  readonly revision: string | null;
}

const REVISION_LENGTH = 8;
const FULL_REVISION = /^[0-9a-f]{40,64}$/;

/** The short revision of a checkout or a worktree, without Git, which an image lacks; null if there is none. */
export function revisionOf(checkout: string): string | null {
  const git = gitFolder(join(checkout, ".git"));
  const [, ref] = /^ref: (.+)/.exec(textOf(join(git, "HEAD"))) ?? [];
  const commonDir = resolve(git, textOf(join(git, "commondir")).trim()); // of a worktree
  const found =
    ref === undefined ? textOf(join(git, "HEAD")) : textOf(join(commonDir, ref)) || packedRef(commonDir, ref);
  return FULL_REVISION.test(found.trim()) ? found.slice(0, REVISION_LENGTH) : null;
}

/** In a worktree `.git` is a file that names the folder. */
function gitFolder(path: string): string {
  const named = existsSync(path) && statSync(path).isFile();
  return named
    ? resolve(
        path,
        "..",
        textOf(path)
          .replace(/^gitdir: /, "")
          .trim(),
      )
    : path;
}

const packedRef = (git: string, ref: string): string =>
  textOf(join(git, "packed-refs"))
    .split("\n")
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(" ")[0] ?? "";

/** Empty if there is no such file. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Which program this is. */
export const buildInfo: BuildInfo = {
  version: packageFile.version,
  revision: built ? built.revision : revisionOf(PROGRAM_FOLDER),
};
