import type { Command } from "commander";
import { readEnv, type Settings } from "../../src/env.ts";
import { diskFindings } from "../../src/modules/maintenance/health/disk.ts";
import { failed, ok, warn, worstOf } from "../../src/modules/maintenance/health/findings.ts";
import type { Finding } from "../../src/modules/maintenance/health/schema.ts";
import { settingFindings } from "../../src/modules/maintenance/health/settings.ts";
import { describeFailure, EXIT, usageError } from "../errors.ts";
import { operationNamed } from "../operations.ts";
import { write, writeJson } from "../output/output.ts";
import type { Finish } from "../program.ts";
import { type Globals, withTransport } from "../run.ts";
import { hasDatabase, serverSocket } from "../transport/open-transport.ts";
import { machineFindings } from "./doctor-machine.ts";
import { writeForNagios } from "./doctor-nagios.ts";

interface DoctorOptions extends Globals {
  readonly deep?: true;
  readonly nagios?: true;
}

const MARKS = { ok: "ok  ", warn: "warn", fail: "FAIL" } as const;

/** Read-only checks, and with `--deep` trials that leave nothing behind. Only a failed check fails the command, not a warning. */
export function addDoctor(program: Command, finish: Finish): void {
  const command = program
    .command("doctor")
    .description("Check the settings, the machine and the database")
    .option(
      "--deep",
      "also try the mail server, the gateway, the evidence store, the main database and the last backup",
    )
    .option("--nagios", "print one line, and exit with 0, 1, 2 or 3 as monitoring plugins do");
  command.action(async () => {
    const options = command.optsWithGlobals<DoctorOptions>();
    const run = async () => {
      if (options.url === undefined) return runChecks(options.deep === true);
      throw usageError("`doctor` works only on the server's machine, without --url.");
    };
    if (options.nagios) return finish(await writeForNagios(run));
    const findings = await run();
    await (options.json ? writeJson(findings) : write(linesOf(findings)));
    finish(worstOf(findings) === "fail" ? EXIT.failed : EXIT.done);
  });
}

function linesOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, state, sentence, remedy }) => {
      const line = `${MARKS[state]}  ${check.padEnd(width)}  ${sentence}\n`;
      return remedy === undefined ? line : `${line}${" ".repeat(width + 8)}${remedy}\n`;
    })
    .join("");
}

async function runChecks(isDeep: boolean): Promise<readonly Finding[]> {
  let settings: Settings;
  try {
    settings = readEnv();
  } catch (error) {
    return [failed("settings", describeFailure(error).body.error, "Correct the variable, or remove it.")];
  }
  const socket = await serverSocket(settings);
  return [
    ok("settings", settingsSentence(settings)),
    ...(await machineFindings(settings, socket)),
    ...(await serverFindings(settings, isDeep)),
  ];
}

const settingsSentence = ({ files }: Settings): string =>
  `All settings are valid${files.length === 0 ? "" : `, read from the environment and ${files.join(", ")}`}.`;

/** The server's own checks: of the one that is running, else in this process. */
async function serverFindings(settings: Settings, isDeep: boolean): Promise<readonly Finding[]> {
  const withoutDatabase = async (finding: Finding) => [
    ...settingFindings(settings),
    ...(await diskFindings(settings)),
    finding,
  ];
  if (settings.databaseUrl === undefined && !hasDatabase(settings))
    return withoutDatabase(warn("database", "There is no database yet.", "Run `rihla db migrate`.")); // a check must not create one
  const operation = operationNamed(isDeep ? "admin.health.deep" : "admin.health.check");
  try {
    return await withTransport({}, "diagnosed", async (transport) => {
      const { findings } = (await transport.call(operation, {})) as { readonly findings: readonly Finding[] };
      return findings;
    });
  } catch (error) {
    return withoutDatabase(failed("database", describeFailure(error).body.error));
  }
}
