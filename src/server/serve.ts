import { createApp, createDeps } from "../app.ts";
import { beginRetention } from "../core/clock.ts";
import { checkSecretKey, encryptionOf } from "../core/crypto/secret-key.ts";
import { flushLog, type Log } from "../core/logging/log.ts";
import { watchSlowStatements } from "../core/logging/slow-statements.ts";
import type { Database } from "../db/client.ts";
import { DatabaseUnavailable } from "../db/errors.ts";
import { isMigrated, migrate, migrateServer } from "../db/migrate.ts";
import { isSandboxPublic, type Settings } from "../env.ts";
import { createStatic } from "../http/pages/static.ts";
import { pageHeaders } from "../http/responses.ts";
import { listenOnAdminSocket } from "../http/sockets/admin-socket.ts";
import { serve } from "../http/sockets/serve.ts";
import { countStaff } from "../modules/accounts/queries.ts";
import { joinInstances } from "../modules/maintenance/instances.ts";
import { registerMetrics } from "../modules/maintenance/metrics.ts";
import { isIndexOutdated } from "../modules/places/search/reindex.ts";
import { warnIfUnreachable } from "../modules/sync/main-database/service.ts";
import { seconds } from "../shared/duration.ts";
import { waitAtMost } from "../shared/with-timeout.ts";
import { commandLine } from "./npm.ts";
import { startSchedule } from "./schedule.ts";
import type { CloseStep } from "./shutdown.ts";
import { startSummary } from "./summary.ts";

const STOP_TIMEOUT = seconds(10);

interface StartedParts {
  readonly settings: Settings;
  readonly log: Log;
  readonly db: Database;
  /** Whether no migration is pending. */
  readonly isMigrated: Promise<boolean>;
  /** The folder of the built pages. */
  readonly pages: Promise<string>;
  /** To be logged once nothing can refuse the start. */
  readonly notes: readonly string[];
}

async function migrateAll({ settings, db }: StartedParts): Promise<void> {
  const { databaseUrl: url, databaseDriver: driver, neonWsProxy } = settings;
  await (url === undefined ? migrate(db) : migrateServer({ url, driver, neonWsProxy }));
}

/**
 * Starts what answers requests and what runs on a schedule. `start.ts` imports this file, and with it most of the
 * program, after it has begun to open the database. Pushes a close step for each thing onto `opened`.
 */
export async function startServer(begun: StartedParts, opened: CloseStep[]): Promise<void> {
  const { settings, log, db, pages, notes } = begun;
  // loading the server blocks this thread, so that an answer in time can be taken for none
  const askAgain = (error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return isMigrated(db);
  };
  if (!(await begun.isMigrated.catch(askAgain))) await migrateAll(begun);
  const encryption = await checkSecretKey(db, await encryptionOf(settings, db));
  const deps = createDeps({ settings, encryption, db, log });
  await beginRetention(db);
  await deps.clock.compare();
  const instance = await joinInstances(deps);
  opened.push(() => instance.leave());
  registerMetrics(deps);
  watchSlowStatements(db, deps);
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
  const isOnTerminal = process.stdout.isTTY && log.isLevelEnabled("info");
  if (!isOnTerminal && (await countStaff(deps)) === 0)
    log.info("There is no staff account yet: run `rihla admin create`.");
  if (await isIndexOutdated(db)) log.info("The search index is outdated: run `rihla poi reindex`.");
  const schedule = startSchedule(app, deps, settings);
  opened.push(() => schedule.stop());
  opened.push(() => deps.ports.mainDatabase.close()); // a sync run stops after its batch and releases its lease
  opened.push(() => {
    deps.state.stopping.abort();
    return Bun.sleep(seconds(settings.stopDelay)); // calls still succeed, until load balancers have seen it
  });
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
}
