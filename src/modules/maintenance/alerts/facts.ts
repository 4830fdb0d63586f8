import type { Deps } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import { DatabaseUnavailable, outageOf, systemErrorCode } from "../../../db/errors.ts";
import { seconds } from "../../../shared/duration.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import { mailHealth } from "../../mail/public.ts";
import { giftHealth } from "../../payments/public.ts";
import { syncHealth } from "../../sync/public.ts";
import { lastRuns } from "../backups/runs.ts";
import { freeSpace } from "../free-space.ts";

const READ_TIMEOUT = seconds(10);
/** Never the name of a file, so that the store only has to answer. */
const NO_FILE = "health-check";

/** What the conditions look at. */
export type Facts = Awaited<ReturnType<typeof readFacts>>;

/**
 * Reads what the conditions look at, or of a `process` alone what it sees for itself, which needs no statement. What could
 * not be read is logged and undefined.
 */
export async function readFacts(deps: Deps, of: "everything" | "process" = "everything") {
  const { settings, ports } = deps;
  const read = <T>(fact: string, work: Promise<T>): Promise<T | undefined> =>
    withTimeout(work, READ_TIMEOUT, tookTooLong).catch((error: unknown) => {
      deps.log.warn({ fact, ...errorLogFields(error) }, "a fact of the alerts could not be read");
      return undefined;
    });
  const shared = <T>(fact: string, work: () => Promise<T>): Promise<T | undefined> =>
    of === "process" ? Promise.resolve(undefined) : read(fact, work());
  const problem = (work: Promise<unknown>): Promise<string | null> =>
    withTimeout(work, READ_TIMEOUT, tookTooLong).then(() => null, causeOf);
  return {
    now: deps.now(),
    sendsMail: ports.mailer !== null,
    syncCron: settings.syncCron,
    backupCron: settings.backups.cron,
    startedAt: new Date(deps.now().getTime() - seconds(process.uptime())),
    mail: await shared("mail", () => mailHealth(deps)),
    sync: await shared("sync", () => syncHealth(deps)),
    gifts: await shared("gifts", () => giftHealth(deps)),
    backups: await shared("backups", () => lastRuns(deps)),
    gatewayFailingSince: deps.state.gatewayBreaker.failingSince(),
    successes: await shared("successes", () => deps.state.successes()),
    drift: deps.clock.drift(),
    disk: await read("disk", freeSpace(settings.dataDir)),
    evidenceProblem: await problem(ports.files.get(NO_FILE)),
    // an embedded one is in this process, and opening it costs memory
    mainProblem:
      settings.mainDatabaseUrl === undefined
        ? null
        : await problem(ports.mainDatabase.use((database) => database.ping())),
  };
}

const tookTooLong = () => new DatabaseUnavailable("it did not answer in time");

/** Without the error's message, which may hold data. */
const causeOf = (error: unknown): string =>
  outageOf(error) ?? systemErrorCode(error) ?? String(errorLogFields(error).error);
