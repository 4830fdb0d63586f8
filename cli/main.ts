#!/usr/bin/env bun
import { runCommandLine } from "./command-line.ts";
import { EXIT } from "./errors.ts";
import { handleInterrupts } from "./interrupt.ts";

// a closed pipe (`| head`) is not a failure
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.done);
});
handleInterrupts();
const exit = await runCommandLine(process.argv.slice(2));
if (exit !== undefined) process.exit(exit);
