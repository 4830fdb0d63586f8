import { accessSync, constants } from "node:fs";
import { join } from "node:path";

// Preloaded by the scripts of package.json. It works before anything is installed, so it imports no packages.

const ROOT = join(import.meta.dir, "../..");
const TRIES = 3; // commands that install at once get into each other's way, and the next try finds what is there

/** A read-only checkout has what it needs, or cannot get it. */
function isWritable(): boolean {
  try {
    accessSync(ROOT, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs what bun.lock names. Takes 50 ms and no network if that was done before. */
function install() {
  return Bun.spawnSync([process.execPath, "install", "--frozen-lockfile"], { cwd: ROOT });
}

if (isWritable()) {
  let done = install();
  for (let tries = 1; done.exitCode !== 0 && tries < TRIES; tries++) done = install();
  if (done.exitCode !== 0) {
    console.error(`${done.stdout}${done.stderr}The dependencies could not be installed.`);
    process.exit(done.exitCode);
  }
}
