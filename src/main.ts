import { join } from "node:path";
import { createApp, createDeps } from "./app.ts";
import { checkSecretKey, secretKeyOf } from "./core/crypto/secret-key.ts";
import { createLog, type Log } from "./core/logging/log.ts";
import { errorLogFields } from "./core/rpc/error-mapping.ts";
import { type Database, openDatabase } from "./db/client.ts";
import { migrate, migrateServer } from "./db/migrate.ts";
import { isSandboxPublic, readEnv, type Settings } from "./env.ts";
import { onNpmExit } from "./exit-with-npm.ts";
import { listenOnAdminSocket } from "./http/admin-socket/server.ts";
import type { Peer } from "./http/dispatch.ts";
import { pageHeaders } from "./http/headers.ts";
import { createStatic } from "./http/static.ts";
import { countStaff } from "./modules/accounts/service.ts";
import { isIndexOutdated } from "./modules/pois/search/reindex.ts";
import { startSchedule } from "./schedule.ts";
import { seconds } from "./shared/duration.ts";
import { waitAtMost } from "./shared/with-timeout.ts";
import { type CloseStep, shutDown } from "./shutdown.ts";

const WEB = join(import.meta.dir, "../dist/web");
/** Bytes: no limit, because past one Bun answers by itself, without our sentence. Each reader of a body has its own. */
const BODY_MAX = Number.MAX_SAFE_INTEGER;
const IDLE_SECONDS = 20; // over the 15 s that a handler may take
const STOP_WITHIN = seconds(10);
const START_ENDS_WITHIN = seconds(5); // a start that hangs on its database is not waited for longer

/** One sentence for whoever started it, and no stack: the start has failed. */
function refuseToStart(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

/** What a request came over, asked for when needed: most requests are for pages, which need none of it. */
class Connection implements Peer {
  constructor(
    readonly server: Bun.Server<undefined>,
    readonly request: Request,
  ) {}

  address(): string | null {
    return this.server.requestIP(this.request)?.address ?? null;
  }

  liftIdleTimeout(): void {
    this.server.timeout(this.request, 0);
  }
}

async function openAndMigrate(settings: Settings): Promise<Database> {
  const { databaseUrl, databaseDriver, neonWsProxy, dataDir } = settings;
  if (databaseUrl === undefined) {
    const db = await openDatabase({ dataDir });
    await migrate(db);
    return db;
  }
  const place = { url: databaseUrl, driver: databaseDriver, neonWsProxy };
  await migrateServer(place);
  return openDatabase(place);
}

/** Opens everything in turn and notes how to close it, so that a stop in the middle of the start is in order too. */
async function start(settings: Settings, log: Log, opened: CloseStep[]): Promise<void> {
  const secretKey = await secretKeyOf(settings);
  const db = await openAndMigrate(settings);
  opened.push(() => db.close());
  await checkSecretKey(db, secretKey);
  const deps = createDeps({ settings, secretKey, db, log });
  await deps.passwords.warm();
  const app = createApp(deps, createStatic(WEB, pageHeaders(settings)));
  const server = Bun.serve({
    port: settings.port,
    hostname: settings.host,
    development: false, // else an unforeseen error shows its source
    maxRequestBodySize: BODY_MAX,
    idleTimeout: IDLE_SECONDS,
    fetch: (request, server) => app.fetch(request, new Connection(server, request)),
    error(error) {
      log.error(errorLogFields(error), "unexpected error");
      return Response.json({ error: "Internal server error", code: "INTERNAL" }, { status: 500 });
    },
  });
  const socket =
    settings.databaseUrl === undefined
      ? await listenOnAdminSocket(settings.dataDir, app.fetchFromAdminSocket)
      : null;
  opened.push(() => waitAtMost(Promise.all([server.stop(), socket?.stop()]), STOP_WITHIN));
  const schedule = startSchedule(app, log, settings.syncCron);
  opened.push(() => schedule.stop());
  opened.push(() => deps.ports.mainDatabase.close()); // a run ends after its batch and gives its lease back
  if ((await countStaff(deps)) === 0) log.info("There is no staff account yet: run `rihla admin create`.");
  if (await isIndexOutdated(db)) log.info("The search index is an older version's: run `rihla poi reindex`.");
  if (isSandboxPublic(settings))
    log.warn(
      "PAYMENT_GATEWAY is sandbox on a public site: visitors may type real cards into a form that takes no money.",
    );
  log.info(`Ready at http://${settings.host}:${server.port}`);
}

async function main(): Promise<void> {
  const settings = readEnv();
  const log = createLog(settings.logLevel);
  const opened: CloseStep[] = [];
  const begin = Promise.withResolvers<void>();
  let stopping = false;
  const end = async () => {
    if (stopping) return leave(log, 1); // asked twice: at once
    stopping = true;
    // What is half opened cannot be closed: the start comes to its end first.
    await waitAtMost(
      begin.promise.catch(() => {}),
      START_ENDS_WITHIN,
    );
    await shutDown(opened, log);
    leave(log, 0);
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("unhandledRejection", (error) => log.error(errorLogFields(error), "unhandled rejection"));
  process.on("uncaughtException", (error) => log.error(errorLogFields(error), "uncaught exception"));
  onNpmExit(end);
  begin.resolve(start(settings, log, opened));
  await begin.promise;
}

function leave(log: Log, code: number): never {
  log.flush();
  process.exit(code);
}

await main().catch(refuseToStart);
