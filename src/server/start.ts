import { tryWrite } from "../core/files/try-write.ts";
import { createLog, flushLog, type Log } from "../core/logging/log.ts";
import type { Telemetry } from "../core/logging/telemetry.ts";
import { errorLogFields } from "../core/rpc/error-mapping.ts";
import { openDatabase } from "../db/client.ts";
import { dataDirectoryProblem, makeDataDirectory } from "../db/drivers/data-directory.ts";
import { connectionProblem } from "../db/errors.ts";
import { isMigrated } from "../db/migrate.ts";
import { readEnv, SettingError, type Settings } from "../env.ts";
import { checkAddress } from "../http/sockets/serve.ts";
import { seconds } from "../shared/duration.ts";
import { waitAtMost } from "../shared/with-timeout.ts";
import { onNpmExit } from "./npm.ts";
import { findPages } from "./pages.ts";
import { type CloseStep, shutDown } from "./shutdown.ts";

const START_TIMEOUT = seconds(5); // when stopped during a start that hangs on its database
const TELEMETRY_TIMEOUT = seconds(1);
const CLOSE_TIMEOUT = seconds(4); // of one that was stopped during its start: docs/limits.md allows 10 s

/** Prints one sentence for the operator, without a stack. */
function failStart(error: unknown): never {
  console.error(connectionProblem(error) ?? (error instanceof Error ? error.message : String(error)));
  process.exit(1);
}

const open = ({ databaseUrl: url, databaseDriver: driver, neonWsProxy, dataDir }: Settings) =>
  openDatabase(url === undefined ? { dataDir } : { url, driver, neonWsProxy });

/** Throws `SettingError` if the server stores something in DATA_DIR and cannot write there. */
async function checkDataDirectory({ dataDir, databaseUrl, evidenceS3 }: Settings): Promise<void> {
  if (databaseUrl !== undefined && evidenceS3 !== undefined) return;
  await makeDataDirectory(dataDir);
  try {
    await tryWrite(dataDir);
  } catch (error) {
    throw dataDirectoryProblem(error, dataDir);
  }
}

/** Loads what the settings ask for, and nothing else. */
export async function openTelemetry({ otlp, sentryDsn }: Settings): Promise<Telemetry> {
  return {
    ...(otlp && { collector: (await import("../core/logging/otlp.ts")).openCollector(otlp) }),
    ...(sentryDsn && {
      reports: (await import("../core/logging/error-reports.ts")).openErrorReports(sentryDsn),
    }),
  };
}

async function stopTelemetry({ collector, reports }: Telemetry, within: number): Promise<void> {
  await Promise.all([collector?.stop(within), reports?.stop(within)]);
}

interface StartOptions {
  readonly settings: Settings;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly kind: ProcessKind;
}

/** A server, or a worker that runs only the background jobs. */
export type ProcessKind = ServerOptions | "worker";

/** What comes before the settings: a folder of built pages, and whether it also runs the background jobs. */
interface ServerOptions {
  readonly builtPages?: string | undefined;
  readonly jobs?: "on" | "off" | undefined;
}

const NO_WORKER =
  "A worker needs DATABASE_URL: with the embedded database the server runs the background jobs itself.";

/**
 * Opens everything in order. Pushes a close step for each onto `opened`, so that a stop during startup closes what is
 * open.
 */
async function start({ settings, log, telemetry, kind }: StartOptions, opened: CloseStep[]): Promise<void> {
  if (kind !== "worker") await checkAddress(settings);
  else if (settings.databaseUrl === undefined) throw new SettingError(NO_WORKER);
  await checkDataDirectory(settings);
  // another thread or the database server works on it while this one loads the server, which takes about as long
  const db = await open(settings);
  opened.push(() => db.close());
  const migrated = isMigrated(db);
  const notes: string[] = []; // kept until nothing can refuse the start: an error is the only message
  const note = (sentence: string) => notes.push(sentence);
  migrated.catch(() => {}); // awaited by the server
  const parts = { settings, log, telemetry, db, isMigrated: migrated, notes };
  if (kind === "worker") return (await import("./serve.ts")).startWorker(parts, opened);
  const pages = Promise.resolve(kind.builtPages ?? findPages(settings, note)); // a first start also creates the database
  pages.catch(() => {});
  await (await import("./serve.ts")).startServer(parts, pages, opened);
}

/**
 * Starts a server or a worker and resolves when it is ready, or when it was told to stop. Ends the process with one
 * sentence if it cannot start.
 */
export async function run(kind: ProcessKind): Promise<void> {
  try {
    await runUntilReady(kind);
  } catch (error) {
    failStart(error);
  }
}

function readSettings(kind: ProcessKind): Settings {
  const settings = readEnv();
  if (kind === "worker") return { ...settings, jobs: true };
  return { ...settings, jobs: kind.jobs === undefined ? settings.jobs : kind.jobs === "on" };
}

async function runUntilReady(kind: ProcessKind): Promise<void> {
  const settings = readSettings(kind);
  const telemetry = await openTelemetry(settings);
  const log = createLog(settings.logLevel, 1, telemetry.collector?.line);
  for (const file of settings.files) log.info(`Settings are read from ${file}.`);
  const opened: CloseStep[] = [];
  const started = Promise.withResolvers<void>();
  let stopping = false;
  let isStarted = false;
  const stop = async (reason: string) => {
    if (stopping) return exit({ log, telemetry }, 1); // a second signal exits at once
    stopping = true;
    log.info(`Stopping (${reason}): finishing requests in flight`);
    // a half-open database cannot be closed, so startup has to finish first
    await waitAtMost(
      started.promise.catch(() => {}),
      START_TIMEOUT,
    );
    await shutDown(opened, log, isStarted ? undefined : CLOSE_TIMEOUT); // nothing was acknowledged before the end of the start
    log.info("Stopped");
    await exit({ log, telemetry }, 0);
  };
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGINT", () => stop("SIGINT"));
  const reportUncaught = (message: string) => (error: unknown) => {
    log.error(errorLogFields(error), message);
    telemetry.reports?.report(error, errorLogFields(error));
  };
  process.on("unhandledRejection", reportUncaught("unhandled rejection"));
  process.on("uncaughtException", reportUncaught("uncaught exception"));
  onNpmExit(() => stop("npm has exited"));
  started.resolve(start({ settings, log, telemetry, kind }, opened));
  started.promise.then(
    () => {
      isStarted = true;
    },
    () => {},
  );
  await started.promise.catch((error: unknown) => {
    if (!stopping) throw error; // Ctrl-C also reaches the build of the pages, which then fails
  });
}

async function exit(
  { log, telemetry }: Pick<StartOptions, "log" | "telemetry">,
  code: number,
): Promise<never> {
  await Promise.all([flushLog(log), stopTelemetry(telemetry, TELEMETRY_TIMEOUT)]);
  process.exit(code);
}
