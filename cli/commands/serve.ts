import { type Command, Option } from "commander";
import type { ProcessKind } from "../../src/server/start.ts";
import { usageError } from "../errors.ts";
import { stopHandlingInterrupts } from "../interrupt.ts";
import type { Globals } from "../run.ts";

interface ServeOptions extends Globals {
  readonly jobs?: "on" | "off";
}

export function addServe(program: Command): void {
  program
    .command("serve")
    .description("Start the server; builds the pages first if there are none for these settings")
    .addOption(
      new Option("--jobs <on|off>", "whether it also runs the background jobs; JOBS without it").choices([
        "on",
        "off",
      ]),
    )
    .action(async (_options, command: Command) => {
      const { url, jobs } = command.optsWithGlobals<ServeOptions>();
      if (url !== undefined) throw usageError("`serve` starts a server on this machine, without --url.");
      await serve(jobs);
    });
  program
    .command("worker")
    .description("Run only the background jobs of servers that share a PostgreSQL database")
    .action(async (_options, command: Command) => {
      if (command.optsWithGlobals<Globals>().url !== undefined)
        throw usageError("`worker` runs on this machine, without --url.");
      await start("worker");
    });
}

/** Starts the server in this process and resolves when it is ready. */
export const serve = (jobs?: ServeOptions["jobs"]): Promise<void> => start({ jobs });

async function start(what: ProcessKind): Promise<void> {
  stopHandlingInterrupts(); // the server handles them itself
  const { run } = await import("../../src/server/start.ts"); // loads most of the program
  await run(what);
}
