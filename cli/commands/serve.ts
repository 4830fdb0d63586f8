import { join } from "node:path";
import type { Command } from "commander";
import { readEnv } from "../../src/env.ts";
import { childEnvironment } from "../environment.ts";
import { CliError, usageError } from "../errors.ts";
import { stopHandlingInterrupts } from "../interrupt.ts";
import type { Globals } from "../run.ts";

const ROOT = join(import.meta.dir, "../..");
export const WEB = join(ROOT, "dist/web");

export function addServe(program: Command): void {
  program
    .command("serve")
    .description("Build the web pages and start the server")
    .action(async (_options, command: Command) => {
      if (command.optsWithGlobals<Globals>().url !== undefined)
        throw usageError("`serve` starts a server on this machine, without --url.");
      await serve();
    });
}

/** Builds the pages, starts the server in this process and resolves when it is ready. */
export async function serve(): Promise<void> {
  readEnv(); // so that a bad setting is reported before the build
  await buildPages();
  stopHandlingInterrupts(); // the server handles them itself
  await import("../../src/main.ts");
}

/** In a process of its own, as `npm start` does: the CLI loads no web code. */
async function buildPages(): Promise<void> {
  const build = Bun.spawn({
    cmd: [process.execPath, join(ROOT, "src/web/build/build.ts"), WEB],
    env: childEnvironment(),
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await build.exited) !== 0) throw new CliError("internal", "The web pages could not be built.");
}
