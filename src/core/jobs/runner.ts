import { Cron } from "croner";
import { seconds } from "../../shared/duration.ts";
import { waitAtMost } from "../../shared/with-timeout.ts";
import type { Deps } from "../rpc/context.ts";
import { errorLogFields } from "../rpc/error-mapping.ts";
import { internalCall } from "../rpc/internal-call.ts";
import { offersOf } from "../rpc/offers.ts";
import type { Program } from "../rpc/operations.ts";
import type { Instance } from "./instances.ts";
import { lastSlot, nextSlot } from "./schedule.ts";

/** Work that runs by itself, on one instance at a time. */
export interface Job {
  /** The path of the procedure that it calls, which is also its name in the log, the metrics and the database. */
  readonly operation: string;
  /** A pattern of times, or an SQL condition that says whether there is something to do. */
  readonly when: { readonly cron: string } | { readonly due: string };
  /** Looks at what a process sees for itself: runs in every process, also where jobs are off. */
  readonly perProcess?: true;
}

declare module "../rpc/offers.ts" {
  interface Offers {
    readonly jobs?: (deps: Deps) => readonly Job[];
  }
}

/** All jobs of the modules, with those that look at a machine. */
export const jobsOf = (deps: Deps): readonly Job[] => offersOf(deps, "jobs").flatMap((offer) => offer(deps));

/** After this a runner counts as dead, and another one runs its jobs. */
const LEASE = seconds(15);
const HEARTBEAT = seconds(5);
/** How often all instances together look for due jobs. */
const POLL_INTERVAL = seconds(1);
/** After a job that found something to do, as there may soon be more. */
const BUSY = seconds(5);
const STOP_TIMEOUT = seconds(5);
const RETRY_MIN = 5; // seconds, doubled with every failure in a row
const RETRY_MAX = 300;

interface Run {
  readonly fence: number;
  readonly lost: AbortController;
  readonly ended: Promise<void>;
}

/** A job whose times are known to this process. */
interface Timed {
  readonly name: string;
  /** The last time of its pattern, and the next one. */
  readonly slot?: Date;
  readonly next?: Date;
}

/** Runs jobs until it is stopped. A failed run is logged, tried again later, and does not affect other jobs. */
export interface Runner {
  /** Polls for jobs that are due, until `stop`. */
  start(): void;
  /** Takes the jobs that are due and begins to run them. Returns how many. */
  take(): Promise<number>;
  /** Takes no more jobs, and waits a few seconds for those that are running to end after their batch. */
  stop(): Promise<void>;
}

/** Runs what the modules offer: where jobs are off only what looks at this machine. */
export function createRunner(program: Program, deps: Deps, instance: Instance): Runner {
  const all = jobsOf(deps);
  const own = all.filter(({ perProcess }) => perProcess);
  const shared = deps.settings.jobs ? all.filter(({ perProcess }) => !perProcess) : [];
  const runner = new SharedRunner(program, deps, instance, shared);
  let crons: readonly Cron[] = [];
  return {
    start() {
      crons = own.map((job) => startPerProcess(program, deps, job, runner.stopping.signal));
      if (shared.length > 0) runner.start();
    },
    take: () => runner.take(),
    async stop() {
      for (const cron of crons) cron.stop();
      await runner.stop();
    },
  };
}

function startPerProcess(program: Program, deps: Deps, { operation, when }: Job, signal: AbortSignal): Cron {
  const run = runOf(program, deps, operation);
  const pattern = "cron" in when ? when.cron : "";
  return new Cron(pattern, { protect: true, catch: () => {}, unref: true }, () => run(signal));
}

/** The function that runs a job once. It logs, counts and throws a failure. */
function runOf({ operations, contextOf }: Program, { log, metrics }: Deps, path: string) {
  const operation = operations.find((each) => each.path === path);
  if (!operation) throw new Error(`A job names ${path}, which does not exist`);
  metrics.jobFailures.inc({ name: path }, 0);
  return async (signal: AbortSignal): Promise<void> => {
    const call = { ...internalCall("schedule", { kind: "schedule" }), signal };
    try {
      await operation.call(contextOf(call), {});
    } catch (error) {
      metrics.jobFailures.inc({ name: path });
      log.error({ job: path, ...errorLogFields(error) }, "job failed");
      throw error;
    }
  };
}

class SharedRunner {
  readonly stopping = new AbortController();
  readonly #running = new Map<string, Run>();
  readonly #timeOf: readonly (() => Timed)[];
  readonly #handlers: ReadonlyMap<string, (signal: AbortSignal) => Promise<void>>;
  /** The jobs that run when there is something to do. */
  readonly #queues: ReadonlySet<string>;
  readonly #takeStatement: string;
  #polling: ReturnType<typeof setTimeout> | undefined;
  #taking: Promise<unknown> = Promise.resolve();
  /** By `performance.now()`, as `busyUntil`. */
  #polledAt = Number.NEGATIVE_INFINITY;
  #busyUntil = Number.NEGATIVE_INFINITY;
  #jitter = 1;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #isFailing = false;

  constructor(
    program: Program,
    readonly deps: Deps,
    readonly instance: Instance,
    jobs: readonly Job[],
  ) {
    this.#timeOf = jobs.map(timesOf(deps));
    this.#handlers = new Map(jobs.map(({ operation: name }) => [name, runOf(program, deps, name)]));
    this.#queues = new Set(jobs.flatMap(({ operation, when }) => ("due" in when ? [operation] : [])));
    this.#takeStatement = takeStatement(jobs);
  }

  start(): void {
    this.#heartbeat = setInterval(() => void this.#guarded(() => this.#renew()), HEARTBEAT);
    this.#heartbeat.unref();
    this.#pollIn(0);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.#polling);
    const ended = async () => {
      await this.#taking;
      await Promise.all([...this.#running.values()].map((run) => run.ended));
    };
    await waitAtMost(ended(), STOP_TIMEOUT);
    clearInterval(this.#heartbeat);
  }

  #pollIn(ms: number): void {
    if (this.stopping.signal.aborted) return;
    clearTimeout(this.#polling);
    this.#polling = setTimeout(() => void this.#poll(), ms);
    this.#polling.unref();
  }

  async #poll(): Promise<void> {
    const left = this.#polledAt + this.#pause() - performance.now();
    if (left > 0) return this.#pollIn(Math.min(left, HEARTBEAT)); // by then there may be fewer instances
    this.#polledAt = performance.now();
    this.#jitter = 0.5 + Math.random(); // so that they do not poll at the same moment
    await this.#guarded(() => this.take());
    this.#pollIn(POLL_INTERVAL);
  }

  /** However many instances there are, together they poll every second; so does the one that has found something to do. */
  #pause(): number {
    const runners = this.instance.runners();
    if (runners === 1 || performance.now() < this.#busyUntil) return POLL_INTERVAL;
    return POLL_INTERVAL * runners * this.#jitter;
  }

  /** One after the other: an instance may take again what it held before. */
  take(): Promise<number> {
    const next = this.#taking.then(() => this.#takeNow());
    this.#taking = next.catch(() => {});
    return next;
  }

  async #takeNow(): Promise<number> {
    if (this.stopping.signal.aborted) return 0;
    const waiting = this.#timeOf.map((time) => time()).filter(({ name }) => !this.#running.has(name));
    const taken = await this.deps.db.query<{ name: string; fence: number }>(
      this.#takeStatement,
      [JSON.stringify(waiting), this.instance.id],
      { prepared: true },
    );
    for (const { name, fence } of taken) this.#begin(name, fence);
    return taken.length;
  }

  #begin(name: string, fence: number): void {
    const lost = new AbortController();
    const run = this.#handlers.get(name)?.(AbortSignal.any([this.stopping.signal, lost.signal]));
    const ended = Promise.resolve(run).then(
      () => this.#end(name, fence, null),
      (error: unknown) => this.#end(name, fence, String(errorLogFields(error).error)),
    );
    this.#running.set(name, { fence, lost, ended });
  }

  /** What ends may have more to do, or leave it to the next job: the instance polls at once. */
  async #end(name: string, fence: number, error: string | null): Promise<void> {
    await this.#guarded(() => this.deps.db.query(END, [name, fence, error]));
    this.#running.delete(name);
    if (this.#queues.has(name)) this.#busyUntil = performance.now() + BUSY;
    this.#polledAt = Number.NEGATIVE_INFINITY;
    if (this.#polling) this.#pollIn(0);
  }

  /** Keeps the leases of what is running, and ends runs that another instance has taken. */
  async #renew(): Promise<void> {
    const running = [...this.#running]; // a run that begins during the question is not in its answer
    if (running.length === 0) return;
    const kept = await this.deps.db.query<{ name: string; fence: number }>(RENEW, [
      JSON.stringify(running.map(([name]) => name)),
      this.instance.id,
    ]);
    for (const [name, run] of running)
      if (!kept.some((each) => each.name === name && each.fence === run.fence)) run.lost.abort();
  }

  /** An outage of the database is logged once, and ends by itself. */
  async #guarded(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.deps.log.warn(errorLogFields(error), "the jobs table is unavailable");
      this.#isFailing = true;
    }
  }
}

/** The slot of a job by the database's clock; computed anew once the next one has come, or the clock is set back. */
const timesOf =
  ({ now }: Pick<Deps, "now">) =>
  ({ operation: name, when }: Job): (() => Timed) => {
    if ("due" in when) return () => ({ name });
    const { cron } = when;
    let known: Timed | undefined;
    return () => {
      const at = now();
      if (known?.slot && known.next && known.slot <= at && at < known.next) return known;
      const [slot, next] = [lastSlot(cron, at), nextSlot(cron, at)];
      known = { name, ...(slot && { slot }), ...(next && { next }) };
      return known;
    };
  };

/**
 * Takes what is due for one instance, in one statement for all jobs. One with times is due once its slot has come, also
 * late; a slot beyond the next one was stored while a clock was wrong. A run that failed or was killed is due again. A
 * row that is missing is added, and is due from its next slot on. $1 `Timed`s, $2 the instance.
 */
function takeStatement(jobs: readonly Job[]): string {
  const conditions = jobs.flatMap(({ operation, when }) =>
    "due" in when ? [`when '${operation}' then ${when.due}`] : [],
  );
  const isDue = conditions.length === 0 ? "false" : `case l.name ${conditions.join(" ")} end`;
  return `with l as (
    select * from jsonb_to_recordset($1::jsonb) as l(name text, slot timestamptz, next timestamptz)
  ), added as (
    insert into jobs (name, slot) select name, slot from l where not exists (select from jobs where jobs.name = l.name)
    on conflict do nothing
  )
  update jobs j set holder = $2, fence = j.fence + 1, slot = l.slot, began_at = clock_timestamp(),
    lease_until = clock_timestamp() + ${intervalOf(LEASE)}
  from l where j.name = l.name
    and (j.lease_until is null or j.lease_until <= clock_timestamp() or j.holder = $2)
    and (j.retry_at is null or j.retry_at <= clock_timestamp())
    and case when l.slot is not null
      then j.slot is null or j.slot < l.slot or j.slot > l.next or j.holder is not null or j.retry_at is not null
      else (j.began_at is null or j.began_at <= clock_timestamp() - ${intervalOf(POLL_INTERVAL)}) and ${isDue} end
  returning j.name, j.fence`;
}

const intervalOf = (ms: number): string => `interval '${ms} ms'`;

const RENEW = `update jobs set lease_until = clock_timestamp() + ${intervalOf(LEASE)}
  where holder = $2 and name in (select jsonb_array_elements_text($1::jsonb)) returning name, fence`;

/** $1 name, $2 fence, $3 why it failed; null if it has not. */
const END = `update jobs set holder = null, lease_until = null, ended_at = clock_timestamp(), error = $3,
  succeeded_at = case when $3::text is null then clock_timestamp() else succeeded_at end,
  failures = case when $3::text is null then 0 else failures + 1 end,
  retry_at = case when $3::text is not null
    then clock_timestamp() + interval '1 second' * least(${RETRY_MAX}, ${RETRY_MIN} * power(2, least(failures, 10))) end
  where name = $1 and fence = $2`;
