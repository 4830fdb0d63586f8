import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import type { z } from "zod";
import { readEnv, type Settings } from "../../src/env.ts";
import { socketPath } from "../../src/http/sockets/admin-socket-client.ts";
import { diskFindings } from "../../src/modules/maintenance/health/disk.ts";
import { failed, ok, warn, worstOf } from "../../src/modules/maintenance/health/findings.ts";
import type { Finding, healthOutput } from "../../src/modules/maintenance/health/schema.ts";
import { settingFindings } from "../../src/modules/maintenance/health/settings.ts";
import type { statusOutput } from "../../src/modules/maintenance/schema.ts";
import { hasPages } from "../../src/server/pages.ts";
import { describeFailure, EXIT } from "../errors.ts";
import { operationNamed } from "../operations.ts";
import { write, writeJson, writeRecord } from "../output/output.ts";
import type { Finish } from "../program.ts";
import { type Globals, withTransport } from "../run.ts";
import { hasDatabase, remoteAddress, serverSocket } from "../transport/open-transport.ts";
import type { Transport } from "../transport/transport.ts";

interface DoctorOptions extends Globals {
  readonly deep?: true;
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
    );
  command.action(async () => {
    const options = command.optsWithGlobals<DoctorOptions>();
    const findings = await (remoteAddress(options.url)
      ? remoteFindings(options)
      : runChecks(options.deep === true));
    await (options.json ? writeJson(findings) : write(linesOf(findings)));
    finish(worstOf(findings) === "fail" ? EXIT.failed : EXIT.done);
  });
  addStatus(program, finish);
}

/** `status`: which server answers, its database, and only the findings that are not in order. */
function addStatus(program: Command, finish: Finish): void {
  const command = program
    .command("status")
    .description("Show the server or database that commands use, and what is not in order there");
  command.action(async () => {
    const options = command.optsWithGlobals<Globals>();
    const status = await withTransport(options, "diagnosed", async (transport) => {
      const { state, findings } = (await transport.call(operationNamed("admin.health.check"), {})) as Health;
      const problems = findings.filter((each) => each.state !== "ok");
      const isAway = problems.some((each) => each.check === "database");
      const facts = isAway ? null : await databaseFacts(transport);
      const here =
        transport.kind === "socket" ? "running here" : "not asked: commands use the database directly";
      const server = remoteAddress(options.url) ?? here;
      return { server, ...facts, state, problems };
    });
    await (options.json ? writeJson(status) : writeRecord(status));
    finish(status.state === "fail" ? EXIT.failed : EXIT.done);
  });
}

async function databaseFacts(transport: Transport) {
  const operation = operationNamed("admin.health.database");
  const status = (await transport.call(operation, {})) as z.output<typeof statusOutput>;
  const { database, version, range, sizeBytes } = status;
  return { database, version, schema: range, sizeBytes };
}

type Health = z.output<typeof healthOutput>;

/** The checks of the server itself: what only its machine can tell is left out. */
function remoteFindings(options: DoctorOptions): Promise<readonly Finding[]> {
  const operation = operationNamed(options.deep === true ? "admin.health.deep" : "admin.health.check");
  return withTransport(options, "diagnosed", async (transport) => {
    const { findings } = (await transport.call(operation, {})) as Health;
    return findings;
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
      const { findings } = (await transport.call(operation, {})) as Health;
      return findings;
    });
  } catch (error) {
    return withoutDatabase(failed("database", describeFailure(error).body.error));
  }
}

/** Checks of what only the operator's machine can tell. `socket` is that of a running server. */
async function machineFindings(settings: Settings, socket: string | null): Promise<readonly Finding[]> {
  const embedded = settings.databaseUrl === undefined;
  return [...(embedded ? await directoryFindings(settings, socket) : []), webFinding(settings, socket)];
}

async function directoryFindings(settings: Settings, socket: string | null): Promise<readonly Finding[]> {
  const { dataDir } = settings;
  if (!existsSync(dataDir))
    return [warn("data directory", `${dataDir} does not exist yet.`, "The first start creates it.")];
  const open: string[] = [];
  for (const name of ["", "database", "secret.key"]) {
    const path = join(dataDir, name);
    const mode = (await stat(path).catch(() => null))?.mode ?? 0;
    // files inside a private directory are private
    if ((mode & 0o077) !== 0 && (name !== "database" || open.length > 0)) open.push(path);
  }
  const modes =
    open.length === 0
      ? ok("data directory", `${dataDir} is readable by its owner only.`)
      : failed("data directory", `Other users can read ${open.join(", ")}.`, "Run chmod go= on it.");
  return [modes, socketFinding(settings, socket)];
}

function socketFinding({ dataDir }: Settings, socket: string | null): Finding {
  if (socket !== null)
    return ok("socket", "A server is running here, and commands go through its admin socket.");
  if (socketPath(dataDir) === null) {
    return warn(
      "socket",
      `The path of ${dataDir} is too long for a socket: commands cannot run while a server does.`,
      "Set DATA_DIR to a shorter path.",
    );
  }
  return ok("socket", "No server is running here: commands open the data directory directly.");
}

/** A running server has pages, for settings that the environment of the command may lack, such as PORT. */
function webFinding(settings: Settings, socket: string | null): Finding {
  if (socket !== null || hasPages(settings)) return ok("web pages", "The pages are built.");
  return warn("web pages", "The pages are not built yet for these settings.", "The start builds them.");
}
