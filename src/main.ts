import { checkDataDirectory } from "./core/files/check-data-directory.ts";
import { createLog, flushLog, type Log } from "./core/logging/log.ts";
import { errorLogFields } from "./core/rpc/error-mapping.ts";
import { type Database, openDatabase } from "./db/client.ts";
import { connectionProblem } from "./db/errors.ts";
import { readEnv, type Settings } from "./env.ts";
import { onNpmExit } from "./exit-with-npm.ts";
import { checkAddress } from "./http/serve.ts";
import { findPages } from "./pages.ts";
import { seconds } from "./shared/duration.ts";
import { waitAtMost } from "./shared/with-timeout.ts";
import { type CloseStep, shutDown } from "./shutdown.ts";

const START_TIMEOUT = seconds(5); // when stopped during a start that hangs on its database

/** Prints one sentence for the operator, without a stack. */
function failStart(error: unknown): never {
  console.error(connectionProblem(error) ?? (error instanceof Error ? error.message : String(error)));
  process.exit(1);
}

/** `main.ts FOLDER` serves pages that are built already, whatever the settings. */
const pagesOf = async (settings: Settings, note: (sentence: string) => void): Promise<string> =>
  (import.meta.main ? process.argv[2] : undefined) ?? findPages(settings, note);

/**
 * An embedded database, which another thread opens while this one loads the server, as both take about as long. Undefined
 * without one.
 */
const openEmbedded = async ({ databaseUrl, dataDir }: Settings): Promise<Database | undefined> =>
  databaseUrl === undefined ? openDatabase({ dataDir }) : undefined;

/**
 * Opens everything in order. Pushes a close step for each onto `opened`, so that a stop during startup closes what is
 * open.
 */
async function start(settings: Settings, log: Log, opened: CloseStep[]): Promise<void> {
  await checkAddress(settings);
  await checkDataDirectory(settings);
  const embedded = await openEmbedded(settings);
  const notes: string[] = []; // kept until nothing can refuse the start: an error is the only message
  const pages = pagesOf(settings, (sentence) => notes.push(sentence)); // a first start also creates the database
  pages.catch(() => {}); // awaited by the server
  const { startServer } = await import("./server.ts");
  await startServer({ settings, log, embedded, pages, notes }, opened);
}

async function main(): Promise<void> {
  const settings = readEnv();
  const log = createLog(settings.logLevel);
  for (const file of settings.files) log.info(`Settings are read from ${file}.`);
  const opened: CloseStep[] = [];
  const started = Promise.withResolvers<void>();
  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) return exit(log, 1); // a second signal exits at once
    stopping = true;
    log.info(`Stopping (${reason}): finishing requests in flight`);
    // a half-open database cannot be closed, so startup has to finish first
    await waitAtMost(
      started.promise.catch(() => {}),
      START_TIMEOUT,
    );
    await shutDown(opened, log);
    log.info("Stopped");
    await exit(log, 0);
  };
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGINT", () => stop("SIGINT"));
  process.on("unhandledRejection", (error) => log.error(errorLogFields(error), "unhandled rejection"));
  process.on("uncaughtException", (error) => log.error(errorLogFields(error), "uncaught exception"));
  onNpmExit(() => stop("npm has exited"));
  started.resolve(start(settings, log, opened));
  await started.promise.catch((error: unknown) => {
    if (!stopping) throw error; // Ctrl-C also reaches the build of the pages, which then fails
  });
}

async function exit(log: Log, code: number): Promise<never> {
  await flushLog(log);
  process.exit(code);
}

await main().catch(failStart);
