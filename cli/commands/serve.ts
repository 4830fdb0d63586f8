import { join } from "node:path";
import type { Command } from "commander";
import { stopHandlingInterrupts } from "../interrupt.ts";

export const WEB = join(import.meta.dir, "../../dist/web");

export function addServe(program: Command): void {
  program.command("serve").description("Build the web pages and start the server").action(serve);
}

/** Builds and starts the server in this process, which then stays; resolves when it is ready. */
export async function serve(): Promise<void> {
  const { buildWeb } = await import("../../src/web/build/build.ts");
  await buildWeb(WEB);
  stopHandlingInterrupts(); // the server ends in its own way
  await import("../../src/main.ts");
}
