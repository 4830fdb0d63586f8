import type { Command } from "commander";
import { readEnv, type Settings } from "../../src/env.ts";
import { describeFailure, EXIT, usageError } from "../errors.ts";
import { write, writeJson } from "../output/output.ts";
import type { Finish } from "../program.ts";
import type { Globals } from "../run.ts";
import { serverSocket } from "../transport/open-transport.ts";
import { databaseFindings } from "./doctor-database.ts";
import { type Finding, failed, machineFindings } from "./doctor-machine.ts";

const MARKS = { ok: "ok  ", warn: "warn", fail: "FAIL" } as const;

/** Read-only checks. Only a failed check fails the command, not a warning. */
export function addDoctor(program: Command, finish: Finish): void {
  const command = program.command("doctor").description("Check the settings, the machine and the database");
  command.action(async () => {
    const globals = command.optsWithGlobals<Globals>();
    if (globals.url !== undefined)
      throw usageError("`doctor` works only on the server's machine, without --url.");
    const findings = await runChecks();
    await (globals.json ? writeJson(findings) : write(findings.map(lineOf).join("")));
    finish(findings.some(({ state }) => state === "fail") ? EXIT.failed : EXIT.done);
  });
}

const lineOf = ({ check, state, sentence }: Finding): string =>
  `${MARKS[state]}  ${check.padEnd(16)}  ${sentence}\n`;

async function runChecks(): Promise<readonly Finding[]> {
  let settings: Settings;
  try {
    settings = readEnv();
  } catch (error) {
    return [failed("settings", describeFailure(error).body.error)];
  }
  const socket = await serverSocket(settings);
  return [
    { check: "settings", state: "ok", sentence: "All settings are valid." },
    ...(await machineFindings(settings, socket)),
    ...(await databaseFindings(settings)),
  ];
}
