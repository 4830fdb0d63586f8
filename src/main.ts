import { createApp, createDeps } from "./app.ts";
import { checkSecretKey, encryptionOf } from "./core/crypto/secret-key.ts";
import { checkDataDirectory } from "./core/files/check-data-directory.ts";
import { createLog, flushLog, type Log } from "./core/logging/log.ts";
import { watchSlowStatements } from "./core/logging/slow-statements.ts";
import { warnIfReplicaAway } from "./core/replica/reachable.ts";
import { errorLogFields } from "./core/rpc/error-mapping.ts";
import { type Database, openDatabase } from "./db/client.ts";
import { connectionProblem } from "./db/errors.ts";
import { migrate, migrateServer } from "./db/migrate.ts";
import { isSandboxPublic, readEnv, type Settings } from "./env.ts";
import { commandLine, onNpmExit } from "./exit-with-npm.ts";
import { listenOnAdminSocket } from "./http/admin-socket/server.ts";
import { pageHeaders } from "./http/guards/headers.ts";
import { checkAddress, serve } from "./http/serve.ts";
import { createStatic } from "./http/static/static.ts";
import { countStaff } from "./modules/accounts/queries.ts";
import { joinInstances } from "./modules/maintenance/instances/service.ts";
import { registerMetrics } from "./modules/maintenance/metrics/metrics.ts";
import { isIndexOutdated } from "./modules/pois/search/reindex.ts";
import { warnIfUnreachable } from "./modules/sync/main-database/reachable.ts";
import { findPages } from "./pages.ts";
import { startSchedule } from "./schedule.ts";
import { seconds } from "./shared/duration.ts";
import { waitAtMost } from "./shared/with-timeout.ts";
import { type CloseStep, shutDown } from "./shutdown.ts";
import { startSummary } from "./start-summary.ts";

const STOP_TIMEOUT = seconds(10);
const START_TIMEOUT = seconds(5); // when stopped during a start that hangs on its database

/** Prints one sentence for the operator, without a stack. */
function failStart(error: unknown): never {
  console.error(connectionProblem(error) ?? (error instanceof Error ? error.message : String(error)));
  process.exit(1);
}

/** `main.ts FOLDER` serves pages that are built already, whatever the settings. */
const pagesOf = async (settings: Settings, note: (sentence: string) => void): Promise<string> =>
  (import.meta.main ? process.argv[2] : undefined) ?? findPages(settings, note);

async function openAndMigrate(settings: Settings, log: Log): Promise<Database> {
  const { databaseUrl, databaseDriver, neonWsProxy, dataDir } = settings;
  if (databaseUrl === undefined) {
    const db = await openDatabase({ dataDir });
    await migrate(db);
    return db;
  }
  const connection = { url: databaseUrl, driver: databaseDriver, neonWsProxy };
  await migrateServer(connection);
  const onMove = (host: string) => log.warn({ host }, "another host of DATABASE_URL is the primary now");
  return openDatabase({ ...connection, onMove });
}

/** A standby of the database; undefined if there is none. It is contacted by the first read. */
async function openReplica({ databaseReplicaUrl: url }: Settings): Promise<Database | undefined> {
  return url === undefined ? undefined : openDatabase({ url, driver: "postgres" });
}

/**
 * Opens everything in order. Pushes a close step for each onto `opened`, so that a stop during startup closes what is
 * open.
 */
async function start(settings: Settings, log: Log, opened: CloseStep[]): Promise<void> {
  await checkAddress(settings);
  await checkDataDirectory(settings);
  const opening = openAndMigrate(settings, log);
  const notes: string[] = []; // kept until nothing can refuse the start: an error is the only message
  const pages = pagesOf(settings, (sentence) => notes.push(sentence)); // a first start also creates the database
  pages.catch(() => {}); // awaited below
  const db = await opening;
  opened.push(() => db.close());
  const replica = await openReplica(settings);
  if (replica) opened.push(() => replica.close());
  const encryption = await checkSecretKey(db, await encryptionOf(settings, db));
  const deps = createDeps({ settings, encryption, db, replica, log });
  const instance = await joinInstances(deps);
  opened.push(() => instance.leave());
  registerMetrics(deps);
  for (const each of replica ? [db, replica] : [db]) watchSlowStatements(each, deps);
  await deps.passwords.warm();
  for (const note of notes) log.info(note);
  const app = createApp(deps, createStatic(await pages, pageHeaders(settings), settings));
  const { port, host } = settings;
  const server = serve(app.fetch, { port, host, log });
  const socket =
    settings.databaseUrl === undefined
      ? await listenOnAdminSocket(settings.dataDir, app.fetchFromAdminSocket)
      : null;
  opened.push(() => waitAtMost(Promise.all([server.stop(), socket?.stop()]), STOP_TIMEOUT));
  opened.push(() => deps.state.views.flush());
  const schedule = startSchedule(app, deps, settings);
  opened.push(() => schedule.stop());
  opened.push(() => deps.ports.mainDatabase.close()); // a sync run stops after its batch and releases its lease
  opened.push(() => {
    deps.state.stopping.abort();
    return Bun.sleep(seconds(settings.stopDelay)); // calls still succeed, until load balancers have seen it
  });
  const isOnTerminal = process.stdout.isTTY && log.isLevelEnabled("info");
  if (!isOnTerminal && (await countStaff(deps)) === 0)
    log.info("There is no staff account yet: run `rihla admin create`.");
  if (await isIndexOutdated(db)) log.info("The search index is outdated: run `rihla poi reindex`.");
  if (isSandboxPublic(settings))
    log.warn(
      "PAYMENT_GATEWAY is sandbox on a public site: visitors may type real cards into a form that takes no money.",
    );
  log.info(`Ready at http://${host}:${server.port}`);
  if (isOnTerminal) {
    await flushLog(log);
    process.stdout.write(await startSummary(deps, commandLine(), process.stdout.hasColors()));
  }
  await warnIfUnreachable(deps);
  if (replica) await warnIfReplicaAway(replica, log);
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
  await started.promise;
}

async function exit(log: Log, code: number): Promise<never> {
  await flushLog(log);
  process.exit(code);
}

await main().catch(failStart);
