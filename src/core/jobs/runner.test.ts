import { afterAll, afterEach, beforeAll, expect, spyOn, test } from "bun:test";
import { minutes } from "../../shared/duration.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import type { Deps } from "../rpc/context.ts";
import type { Operation } from "../rpc/operations.ts";
import { joinInstances } from "./instances.ts";
import { instances } from "./jobs.table.ts";
import { createRunner, type Job, type Runner } from "./runner.ts";
import { jobStates } from "./states.ts";

let app: TestApp;
const runners: Runner[] = [];
beforeAll(async () => {
  app = await testApp();
  await app.db.query("create table work (id int)");
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((each) => each.stop()));
  await app.db.query("delete from jobs");
  await app.db.query("delete from work");
});
afterAll(() => app.close());

const HOURLY: Job = { operation: "hourly", when: { cron: "0 * * * *" } };
const QUEUE: Job = { operation: "queue", when: { due: "exists (select from work)" } };

/** What a job does, with the signal that ends it. */
type Work = (signal: AbortSignal) => Promise<unknown>;

/** An instance that takes the job when it is told to, and has looked once. */
async function instance(id: string, job: Job, work: Work, jobs = true): Promise<Runner> {
  const deps: Deps = {
    ...app.deps,
    settings: { ...app.deps.settings, jobs },
    modules: [{ jobs: () => [job] }],
  };
  const operation = {
    path: job.operation,
    call: (context: { call: { signal: AbortSignal } }) => work(context.call.signal),
  } as unknown as Operation; // a runner uses only these two
  const contextOf = app.app.contextOf;
  const at = { id, runners: () => 1, leave: async () => {} };
  const runner = createRunner({ operations: [operation], contextOf }, deps, at);
  runners.push(runner);
  await runner.take();
  return runner;
}

const row = async () => {
  const [found] = await app.db.query<Record<string, unknown>>("select * from jobs");
  return found;
};
/** Waits until no run is in progress; its runner learns of it a moment later. */
const ended = () => untilTrue(async () => (await row())?.holder === null);
const takes = (runner: Runner) => untilTrue(async () => (await runner.take()) === 1);
async function untilTrue(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await Bun.sleep(1);
}
const states = (job: Job) => jobStates({ ...app.deps, modules: [{ jobs: () => [job] }] });
const hourLater = () => app.clock.forward(minutes(60));

test("a job with times runs once for each of them, on one instance", async () => {
  const ran: string[] = [];
  const [one, other] = [
    await instance("one", HOURLY, async () => ran.push("one")),
    await instance("other", HOURLY, async () => ran.push("other")),
  ];
  expect(await one.take()).toBe(0);
  hourLater();
  expect((await Promise.all([one.take(), other.take()])).toSorted()).toEqual([0, 1]);
  await ended();
  expect(await other.take()).toBe(0);
  expect(ran).toHaveLength(1);
  hourLater();
  hourLater();
  await takes(other); // one of the two that were missed
  await ended();
  expect(ran).toEqual([...ran.slice(0, 1), "other"]);
});

test("a job with something to do runs when there is something, and not before", async () => {
  let runs = 0;
  const one = await instance("one", QUEUE, async () => {
    runs += 1;
    await app.db.query("delete from work");
  });
  expect(await one.take()).toBe(0);
  await app.db.query("insert into work values (1)");
  expect(await one.take()).toBe(1);
  await ended();
  expect(await one.take()).toBe(0);
  expect(runs).toBe(1);
});

test("an instance asks by itself, and its questions at the same time start a job once", async () => {
  let runs = 0;
  const one = await instance("one", QUEUE, async () => {
    runs += 1;
    await app.db.query("delete from work");
  });
  await app.db.query("insert into work values (1)");
  one.start();
  await Promise.all([one.take(), one.take()]);
  await untilTrue(async () => runs > 0);
  await ended();
  expect(runs).toBe(1);
});

test("a job that fails is tried again after a pause, which grows, and then no more", async () => {
  let fails = true;
  const one = await instance("one", HOURLY, async () => {
    if (fails) throw new TypeError("a secret");
  });
  hourLater();
  await one.take();
  await ended();
  expect(await row()).toMatchObject({ failures: 1, error: "TypeError", succeeded_at: null });
  expect(await one.take()).toBe(0);
  const pauseIsOver = () => app.db.query("update jobs set retry_at = now()");
  await pauseIsOver();
  await takes(one);
  await ended();
  const [pause] = await app.db.query<{ seconds: number }>(
    "select extract(epoch from retry_at - ended_at)::float8 as seconds from jobs",
  );
  expect(pause?.seconds).toBeCloseTo(10, 1);
  fails = false;
  await pauseIsOver();
  await takes(one);
  await ended();
  expect(await row()).toMatchObject({ failures: 0, error: null, retry_at: null });
  expect(await one.take()).toBe(0);
});

test("a job whose instance was killed in the middle runs again, on another one", async () => {
  await instance("killed", HOURLY, async () => {});
  hourLater();
  await app.db.query(
    "update jobs set holder = 'killed', fence = 7, slot = $1, lease_until = now() + interval '5 s'",
    [app.clock.now],
  );
  const other = await instance("other", HOURLY, async () => {});
  expect(await other.take()).toBe(0);
  await app.db.query("update jobs set lease_until = now() - interval '1 s'");
  expect(await other.take()).toBe(1);
  await ended();
  expect(await row()).toMatchObject({ fence: 8, failures: 0 });
});

test("an instance that has lost a job to another one changes nothing of its row", async () => {
  const { promise: going, resolve: go } = Promise.withResolvers<void>();
  const slow = await instance("slow", HOURLY, () => going);
  hourLater();
  await slow.take();
  await app.db.query("update jobs set lease_until = now() - interval '1 s'"); // it hung for longer than its lease
  const other = await instance("other", HOURLY, () => Promise.reject(new RangeError()));
  await untilTrue(async () => (await row())?.failures === 1);
  go();
  await slow.stop();
  await other.stop();
  expect(await row()).toMatchObject({ fence: 2, failures: 1, error: "RangeError" });
});

test("a run that begins while its runner asks for its leases is not taken for a lost one", async () => {
  const signals: AbortSignal[] = [];
  const ends: (() => void)[] = [];
  const one = await instance("one", HOURLY, (signal) => {
    signals.push(signal);
    return new Promise<void>((end) => ends.push(end));
  });
  const intervals = spyOn(globalThis, "setInterval");
  one.start();
  const renew = intervals.mock.calls[0]?.[0] as () => void;
  intervals.mockRestore();
  hourLater();
  await one.take();
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const query = app.deps.db.query.bind(app.deps.db);
  const slow = spyOn(app.deps.db, "query").mockImplementation(async (text, ...rest) => {
    const rows = await query(text, ...rest);
    if (!text.endsWith("returning name, fence")) return rows as never;
    asked.resolve();
    await answer.promise;
    return rows as never;
  });
  renew();
  await asked.promise;
  ends[0]?.();
  await ended();
  hourLater();
  await untilTrue(async () => (await one.take()) >= 0 && signals.length === 2);
  answer.resolve();
  await Bun.sleep(0);
  slow.mockRestore();
  ends[1]?.();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});

test("a runner that stops ends its jobs after their batch, and another one takes what they left", async () => {
  await app.db.query("insert into work values (1)");
  const batches = (signal: AbortSignal) =>
    new Promise<void>((done) => signal.addEventListener("abort", () => done()));
  const one = await instance("one", QUEUE, batches);
  await one.stop();
  expect(await row()).toMatchObject({ holder: null, failures: 0 });
  await app.db.query("update jobs set began_at = began_at - interval '1 s'");
  let takenOver = false;
  await instance("other", QUEUE, async () => {
    takenOver = true;
  });
  expect(takenOver).toBe(true);
});

test("a slot from the future, stored while a clock was wrong, holds no job back", async () => {
  const one = await instance("one", HOURLY, async () => {});
  await app.db.query("update jobs set slot = slot + interval '400 days'");
  expect(await one.take()).toBe(1);
});

test("where jobs are off only those of the machine run", async () => {
  hourLater();
  const off = await instance("off", HOURLY, () => Promise.reject(new Error()), false);
  hourLater();
  expect(await off.take()).toBe(0);
  expect(await row()).toBeUndefined();
});

test("how a job goes is known on every instance: who runs it, since when, how it ended, and when it runs next", async () => {
  const { promise: going, resolve: go } = Promise.withResolvers<void>();
  expect(await states(HOURLY)).toMatchObject([{ id: "hourly", endedAt: null, failures: 0 }]);
  const one = await instance("one", HOURLY, () => going);
  hourLater();
  const [late] = await states(HOURLY);
  expect(late?.lateSince).toBeInstanceOf(Date);
  await one.take();
  expect(await states(HOURLY)).toMatchObject([{ holder: "one", lateSince: null, durationMs: null }]);
  go();
  await ended();
  const [state] = await states(HOURLY);
  expect(state).toMatchObject({ holder: null, runningSince: null, failures: 0, error: null });
  expect(state?.durationMs).toBeGreaterThanOrEqual(0);
  expect(state?.nextAt?.getTime()).toBeGreaterThan(app.clock.now.getTime());
});

test("a server on a database server announces itself until it leaves", async () => {
  const announced = () => app.db.orm.select().from(instances);
  const instance = await joinInstances(app.deps);
  const rows = await announced();
  await instance.leave();
  const isAlone = app.db.kind === "pglite"; // an embedded database has one process
  expect(rows.map(({ keyChecks }) => keyChecks)).toEqual(isAlone ? [] : [[...app.deps.encryption.keyChecks]]);
  expect(await announced()).toEqual([]);
});
