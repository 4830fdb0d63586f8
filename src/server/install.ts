import { Database as LockFile } from "bun:sqlite";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minutes } from "./shared/duration.ts";

// What every script of package.json runs first. It works before anything is installed, so it imports no packages.

const ROOT = join(import.meta.dir, "..");
const MODULES = join(ROOT, "node_modules");
const RECORD = join(MODULES, ".rihla-installed");
// the operating system releases this file lock, taken by SQLite, when its holder dies in any way
const LOCK = join(MODULES, ".rihla-install.lock");
const LOCK_WAIT = minutes(10); // a first install over a slow connection

/** What the installed packages depend on: the lock file, and the platform of their binaries. */
function wanted(): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const file of ["package.json", "bun.lock"]) hash.update(readFileSync(join(ROOT, file)));
  return `${hash.digest("hex")} ${process.platform} ${process.arch}`;
}

function installed(): string {
  try {
    return readFileSync(RECORD, "utf8");
  } catch {
    return ""; // never installed by this script
  }
}

/** Returns the exit code of the installation. Another one at the same time is waited for, and often leaves nothing to do. */
function install(): number {
  mkdirSync(MODULES, { recursive: true });
  const lock = new LockFile(LOCK);
  try {
    lock.run(`pragma busy_timeout = ${LOCK_WAIT}`);
    lock.run("begin exclusive");
    if (installed() === wanted()) return 0;
    const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, "install", "--frozen-lockfile"], {
      cwd: ROOT,
    });
    if (exitCode === 0) writeFileSync(RECORD, wanted());
    else console.error(`${stdout}${stderr}The dependencies could not be installed.`);
    return exitCode;
  } finally {
    lock.close();
  }
}

if (installed() !== wanted()) process.exitCode = install();
