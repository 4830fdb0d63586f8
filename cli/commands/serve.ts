import type { Command } from "commander";
import { usageError } from "../errors.ts";
import { stopHandlingInterrupts } from "../interrupt.ts";
import type { Globals } from "../run.ts";

export function addServe(program: Command): void {
  program
    .command("serve")
    .description("Start the server, after a build of the pages if these settings have none")
    .action(async (_options, command: Command) => {
      if (command.optsWithGlobals<Globals>().url !== undefined)
        throw usageError("`serve` starts a server on this machine, without --url.");
      await serve();
    });
}

/** Starts the server in this process and resolves when it is ready. */
export async function serve(): Promise<void> {
  stopHandlingInterrupts(); // the server handles them itself
  const { run } = await import("../../src/server/start.ts"); // loads most of the server
  await run();
}
