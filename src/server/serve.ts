import { join } from "node:path";
import { createApp, createDeps, createProgram } from "../app.ts";
import { beginRetention } from "../core/clock.ts";
import { checkSecretKey, encryptionOf } from "../core/crypto/secret-key.ts";
import { type Instance, joinInstances } from "../core/jobs/instances.ts";
import { createRunner } from "../core/jobs/runner.ts";
import { flushLog, type Log } from "../core/logging/log.ts";
import { watchEventLoop } from "../core/logging/metrics.ts";
import { paint } from "../core/logging/readable-line.ts";
import { recordChildSpan, type Telemetry } from "../core/logging/telemetry.ts";
import type { Deps } from "../core/rpc/context.ts";
import type { Program } from "../core/rpc/operations.ts";
import { idsOf, runningCall } from "../core/rpc/running-call.ts";
import type { Database } from "../db/client.ts";
import { DatabaseUnavailable } from "../db/errors.ts";
import { isMigrated, migrate, migrateServer } from "../db/migrate.ts";
import { buildInfo } from "../env/program.ts";
import { isSandboxPublic, type Settings } from "../env.ts";
import { createWorkerHandler } from "../http/health.ts";
import { createStatic } from "../http/pages/static.ts";
import { pageHeaders } from "../http/responses.ts";
import { listenOnAdminSocket, listenOnWorkerSocket } from "../http/sockets/admin-socket.ts";
import { serve } from "../http/sockets/serve.ts";
import { countByRole, countStaff } from "../modules/accounts/queries.ts";
import { registerMetrics } from "../modules/maintenance/metrics.ts";
import { countPartners } from "../modules/partners/queries.ts";
import { isIndexOutdated } from "../modules/places/search/reindex.ts";
import { warnIfUnreachable } from "../modules/sync/main-database/service.ts";
import { seconds } from "../shared/duration.ts";
import { hostOf } from "../shared/server-address.ts";
import { waitAtMost } from "../shared/with-timeout.ts";
import { commandLine } from "./npm.ts";
import type { CloseStep } from "./shutdown.ts";

const STOP_TIMEOUT = seconds(10);

interface StartedParts {
  readonly settings: Settings;
  readonly log: Log;
  readonly db: Database;
  readonly telemetry: Telemetry;
  /** Whether no migration is pending. */
  readonly isMigrated: Promise<boolean>;
  /** To be logged once nothing can refuse the start. */
  readonly notes: readonly string[];
}

async function migrateAll({ settings, db }: StartedParts): Promise<void> {
  const { databaseUrl: url, databaseDriver: driver, neonWsProxy } = settings;
  await (url === undefined ? migrate(db) : migrateServer({ url, driver, neonWsProxy }));
}

/** What a process has before it answers anything. */
interface Prepared {
  readonly deps: Deps;
  readonly instance: Instance;
}

/** Migrates the database and joins those that run on it. */
async function prepare(parts: StartedParts, opened: CloseStep[]): Promise<Prepared> {
  const { settings, log, db, telemetry, notes } = parts;
  // loading the server blocks this thread, so that an answer in time can be taken for none
  const askAgain = (error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return isMigrated(db);
  };
  if (!(await parts.isMigrated.catch(askAgain))) await migrateAll(parts);
  const encryption = await checkSecretKey(db, await encryptionOf(settings, db));
  const deps = createDeps({ settings, encryption, db, log, telemetry });
  await beginRetention(db);
  await deps.clock.compare();
  const instance = await joinInstances(deps);
  opened.push(() => instance.leave());
  registerMetrics(deps);
  telemetry.collector?.watch(deps.metrics, log);
  telemetry.reports?.watch(deps.metrics);
  watchStatements(db, deps);
  opened.push(watchEventLoop(deps.metrics));
  for (const note of notes) log.info(note);
  return { deps, instance };
}

function startJobs(program: Program, { deps, instance }: Prepared, opened: CloseStep[]): void {
  const runner = createRunner(program, deps, instance);
  runner.start();
  opened.push(() => runner.stop());
  opened.push(() => deps.ports.mainDatabase.close()); // a sync run stops after its batch and releases its lease
}

/**
 * Starts what answers requests, and the background jobs. `start.ts` imports this file, and with it most of the program,
 * after it has begun to open the database. Pushes a close step for each thing onto `opened`.
 */
export async function startServer(
  parts: StartedParts,
  pages: Promise<string>,
  opened: CloseStep[],
): Promise<void> {
  const { settings, log, db, telemetry } = parts;
  const prepared = await prepare(parts, opened);
  const { deps } = prepared;
  const app = createApp(deps, createStatic(await pages, pageHeaders(settings), settings));
  const { port, host } = settings;
  const server = serve(app.fetch, { port, host, log, telemetry });
  const socket =
    settings.databaseUrl === undefined
      ? await listenOnAdminSocket(settings.dataDir, app.fetchFromAdminSocket)
      : null;
  opened.push(() => waitAtMost(Promise.all([server.stop(), socket?.stop()]), STOP_TIMEOUT));
  opened.push(
    () => deps.state.views.flush(),
    () => deps.state.visits.flush(),
  );
  const isOnTerminal = process.stdout.isTTY && log.isLevelEnabled("info");
  if (!isOnTerminal && (await countStaff(deps)) === 0)
    log.info("There is no staff account yet: run `rihla admin create`.");
  if (await isIndexOutdated(db)) log.info("The search index is outdated: run `rihla poi reindex`.");
  startJobs(app, prepared, opened);
  opened.push(() => {
    deps.state.stopping.abort();
    return Bun.sleep(seconds(settings.stopDelay)); // calls still succeed, until load balancers have seen it
  });
  if (isSandboxPublic(settings))
    log.warn(
      "PAYMENT_GATEWAY is sandbox on a public site: visitors may type real cards into a form that takes no money.",
    );
  log.info(buildInfo, `Ready at http://${host}:${server.port}`);
  if (isOnTerminal) {
    await flushLog(log);
    process.stdout.write(await startSummary(deps, commandLine(), process.stdout.hasColors()));
  }
  await warnIfUnreachable(deps);
}

/** Starts the background jobs alone, with a socket for probes and metrics. */
export async function startWorker(parts: StartedParts, opened: CloseStep[]): Promise<void> {
  const prepared = await prepare(parts, opened);
  const { deps } = prepared;
  const socket = await listenOnWorkerSocket(parts.settings.dataDir, createWorkerHandler(deps));
  opened.push(() => socket?.stop());
  startJobs(createProgram(deps), prepared, opened);
  opened.push(() => deps.state.stopping.abort());
  parts.log.info(`This worker is ready${socket === null ? "" : `, with its metrics at ${socket.path}`}.`);
  await warnIfUnreachable(deps);
}

const TEXT_MAX = 500; // characters

/**
 * Measures all statements of a database, and logs and counts those that take SLOW_STATEMENT_MS or longer, by the procedure
 * that ran them. Parameters are not logged: they hold personal data.
 */
export function watchStatements(
  db: Database,
  { log, metrics, settings, state: { telemetry } }: Pick<Deps, "log" | "metrics" | "settings" | "state">,
): void {
  const slowFrom = settings.slowStatementMs || Number.POSITIVE_INFINITY;
  db.watchStatements({
    waited: (ms) => metrics.poolWaits.observe(ms / seconds(1)),
    ran(text, ms, failed) {
      const operation = operationOf(text);
      metrics.statements.observe({ operation }, ms / seconds(1));
      if (telemetry.collector) {
        const attributes = { "db.system.name": "postgresql", "db.query.text": shortened(text) };
        recordChildSpan(telemetry, { name: operation, ms, failed, attributes });
      }
      if (ms < slowFrom) return;
      const running = runningCall();
      const action = running?.invocation.action ?? "none";
      metrics.slowStatements.inc({ action });
      const ids = running && idsOf(running.call);
      log.warn({ ...ids, path: action, ms: Math.round(ms), statement: shortened(text) }, "slow statement");
    },
  });
}

const OPERATIONS: ReadonlySet<string> = new Set([
  "select",
  "insert",
  "update",
  "delete",
  "begin",
  "commit",
  "with",
]);

/** The first word of a statement, of a few. */
function operationOf(text: string): string {
  const word = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? "";
  return OPERATIONS.has(word) ? word : "other";
}

/** One line, cut at its end. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > TEXT_MAX ? `${line.slice(0, TEXT_MAX - 1)}…` : line;
}

const LABEL_WIDTH = 9;

/** What a person at the terminal wants to know once the server is ready, without any secret. */
export async function startSummary(deps: Deps, command: string, hasColors: boolean): Promise<string> {
  const { settings } = deps;
  const { version, revision } = buildInfo;
  const roles = await countByRole(deps);
  const rows = [
    ["Site", paint(settings.publicUrl.origin, "cyan", hasColors)],
    ["Database", databaseOf(settings.databaseUrl, join(settings.dataDir, "database"))],
    ["Places", databaseOf(settings.mainDatabaseUrl, join(settings.dataDir, "main"))],
    ["Mail", mailOf(settings)],
    ["Gifts", giftsOf(settings)],
    ["Sync", settings.syncCron ?? "not scheduled: SYNC_CRON is off"],
    ["Evidence", evidenceOf(settings)],
    ["Sign-in", signInOf(roles, await countPartners(deps))],
    ["Next", paint(`${command} ${roles.length === 0 ? FIRST_ACCOUNT : "doctor"}`, "green", hasColors)],
  ] as const;
  const title = `${settings.brand.name}, version ${version}${revision === null ? "" : ` (${revision})`}`;
  const lines = rows.map(
    ([label, text]) => `  ${paint(label.padEnd(LABEL_WIDTH), "dim", hasColors)} ${text}`,
  );
  return `${[paint(title, "bold", hasColors), ...lines].join("\n")}\n`;
}

const FIRST_ACCOUNT = "admin create --username NAME --email NAME@example.com --role super_admin";

function databaseOf(url: string | undefined, directory: string): string {
  if (url === undefined) return `embedded, in ${directory}`;
  return `PostgreSQL at ${hostOf(url)}${new URL(url).pathname}`;
}

const mailOf = ({ mailUrl }: Settings): string =>
  mailUrl === undefined
    ? "not sent: it waits in the outbox until MAIL_URL is set"
    : `SMTP at ${hostOf(mailUrl)}`;

const GATEWAYS = {
  sandbox: "sandbox, which takes no money",
  stripe: "Stripe",
  off: "Venmo and Zelle only: PAYMENT_GATEWAY is off",
} as const;

const giftsOf = ({ payments }: Settings): string => GATEWAYS[payments.gateway];

const evidenceOf = ({ evidenceS3, dataDir }: Settings): string =>
  evidenceS3 === undefined
    ? join(dataDir, "evidence")
    : `bucket ${evidenceS3.bucket} at ${evidenceS3.endpoint.host}`;

function signInOf(roles: Awaited<ReturnType<typeof countByRole>>, partners: number): string {
  const staff = roles.map(({ role, accounts }) => `${accounts} ${role}`);
  return `${staff.length === 0 ? "no staff yet" : staff.join(", ")}; partners: ${partners}`;
}
