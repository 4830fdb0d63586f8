import { Cron } from "croner";
import type { App } from "./app.ts";
import type { Call } from "./core/context.ts";
import { factsOf } from "./core/failure.ts";
import type { Log } from "./core/log.ts";

interface Job {
  readonly pattern: string;
  readonly operation: string;
}

const JOBS: readonly Job[] = [{ pattern: "17 * * * *", operation: "upkeep.sweep" }];

export interface Schedule {
  stop(): void;
}

/** Starts the jobs. Each calls a procedure, as a person would; a failed run is logged and the next one comes. */
export function startSchedule({ operations, contextOf }: App, log: Log): Schedule {
  const crons = JOBS.map(({ pattern, operation: path }) => {
    const operation = operations.find((each) => each.path === path);
    if (!operation) throw new Error(`The schedule names ${path}, which does not exist`);
    const failed = (error: unknown) => log.error({ job: path, ...factsOf(error) }, "job failed");
    return new Cron(pattern, { protect: true, catch: failed, unref: true }, async () => {
      await operation.call(contextOf(scheduleCall()), undefined);
    });
  });
  return { stop: () => crons.forEach((cron) => void cron.stop()) };
}

const scheduleCall = (): Call => ({
  requestId: crypto.randomUUID(),
  door: "schedule",
  address: null,
  userAgent: null,
  credentials: { staffToken: undefined, partnerToken: undefined, device: undefined, basic: undefined },
  principal: { kind: "schedule" },
  answer: new Headers(),
  recorded: 0,
});
