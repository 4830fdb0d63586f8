import { watch } from "node:fs";
import { PROGRAM_FOLDER, programFile } from "../env/program.ts";
import { onNpmExit } from "./npm.ts";

/** Builds the pages and runs the server, and repeats both when a source changes. Reload the page to see it. */

const WATCHED = ["src", "public", "drizzle"];
const DEBOUNCE = 150; // milliseconds; an editor's save is several events

const run = (...args: readonly string[]) =>
  Bun.spawn({ cmd: [process.execPath, ...args], cwd: PROGRAM_FOLDER, stdout: "inherit", stderr: "inherit" });

let server: ReturnType<typeof run> | undefined;
let running: Promise<void> = Promise.resolve();
let settling: ReturnType<typeof setTimeout> | undefined;

async function rebuildAndRestart(): Promise<void> {
  const built = (await run("src/server/build.ts").exited) === 0;
  if (!built) return; // the build printed why; the running server stays up
  server?.kill("SIGTERM");
  await server?.exited;
  server = run("src/main.ts");
}

function scheduleRebuild(): void {
  clearTimeout(settling);
  settling = setTimeout(() => {
    running = running.then(rebuildAndRestart);
  }, DEBOUNCE);
}

for (const folder of WATCHED) watch(programFile(folder), { recursive: true }, scheduleRebuild);
async function stop(): Promise<never> {
  server?.kill("SIGTERM");
  await server?.exited;
  process.exit(0);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
onNpmExit(stop);
scheduleRebuild();
