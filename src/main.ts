import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { findServerBundle, makeServerBundle } from "./builds/server-bundle.ts";
import type { run } from "./program.ts";
import { seconds } from "./shared/duration.ts";

/**
 * Starts the server, from a bundle of its sources if one was made: that takes three quarters of the time and less memory.
 * `main.ts FOLDER` serves pages that are built already, whatever the settings.
 */

const BUNDLE_AFTER = seconds(10); // the first visitors come first

interface Program {
  readonly run: typeof run;
}

/** The program in a bundle of these sources; undefined if there is none. One that does not load is removed. */
async function bundled(): Promise<Program | undefined> {
  const bundle = await findServerBundle().catch(() => undefined); // such as without the right to list a folder
  if (bundle === undefined) return undefined;
  try {
    return (await import(bundle)) as Program; // `makeServerBundle` made it
  } catch (error) {
    console.error(`The bundle ${bundle} does not load and is removed: ${String(error)}`);
    await rm(dirname(bundle), { recursive: true, force: true }).catch(() => {}); // the folder may be read-only
    return undefined;
  }
}

const found = await bundled();
const { run: start } = found ?? (await import("./program.ts"));
const { log, isStopping } = await start(import.meta.main ? process.argv[2] : undefined);
if (!found) {
  const bundle = async () => {
    await makeServerBundle().catch((error: Error) => isStopping() || log.warn(error.message)); // a stop ends it too
  };
  setTimeout(bundle, BUNDLE_AFTER).unref();
}
