import { accessSync, constants, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Runs before scripts of package.json, in a process of its own: one that began without packages may not find them later.
// It imports no packages.

const ROOT = join(import.meta.dir, "../..");
const MODULES = join(ROOT, "node_modules");
/** Holds the process id of the command that installs: two at once would get into each other's way. */
const LOCK = join(MODULES, ".installing");
const LONGEST_INSTALL = 600_000; // milliseconds, over a slow connection
const POLL_INTERVAL = 50;

/** A read-only checkout has what it needs, or cannot get it. */
function isWritable(): boolean {
  try {
    accessSync(ROOT, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether this process has the lock now. One whose owner has ended is removed. */
function takeLock(): boolean {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (!isHeld()) rmSync(LOCK, { force: true });
    return false;
  }
}

function isHeld(): boolean {
  try {
    process.kill(Number(readFileSync(LOCK, "utf8")), 0);
    return Date.now() - statSync(LOCK).mtimeMs < LONGEST_INSTALL;
  } catch {
    return false;
  }
}

/** Installs what bun.lock names. Takes 50 ms and no network if that was done before. Returns the exit code. */
function install(): number {
  mkdirSync(MODULES, { recursive: true });
  while (!takeLock()) Bun.sleepSync(POLL_INTERVAL);
  const command = [process.execPath, "install", "--frozen-lockfile"];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: ROOT });
  rmSync(LOCK, { force: true });
  if (exitCode !== 0) console.error(`${stdout}${stderr}The dependencies could not be installed.`);
  return exitCode;
}

const exitCode = isWritable() ? install() : 0;
if (exitCode !== 0) process.exit(exitCode);
