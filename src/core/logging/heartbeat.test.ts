import { expect, test } from "bun:test";
import pino from "pino";
import { DatabaseUnavailable } from "../../db/errors.ts";
import { startHeartbeat } from "./heartbeat.ts";

import { createMetrics } from "./metrics.ts";

/** What a heartbeat leaves behind that fails as told, one beat after the other. */
async function after(beats: readonly boolean[]) {
  const lines: string[] = [];
  const metrics = createMetrics();
  const done = Promise.withResolvers<void>();
  const outcomes = beats[Symbol.iterator]();
  const stop = startHeartbeat(
    { log: pino({}, { write: (line: string) => void lines.push(line) }), metrics },
    {
      name: "sync",
      every: 1,
      async send() {
        const { done: ended, value: works } = outcomes.next();
        if (ended) done.resolve();
        else if (!works) throw new DatabaseUnavailable("gone");
      },
    },
  );
  await done.promise;
  stop();
  const counter = await metrics.registry.getSingleMetricAsString("rihla_heartbeat_failures_total");
  return { warnings: lines.map((line) => JSON.parse(line)), counter };
}

test("a heartbeat that fails is counted each time, and logged once until one succeeds", async () => {
  const { warnings, counter } = await after([false, false, true, false, false, true]);
  expect(warnings).toMatchObject([
    { heartbeat: "sync", msg: "heartbeat failed", error: "DatabaseUnavailable" },
    { heartbeat: "sync", msg: "heartbeat failed" },
  ]);
  expect(counter).toContain('rihla_heartbeat_failures_total{name="sync"} 4');
});

test("a heartbeat that succeeds says nothing", async () => {
  const { warnings, counter } = await after([true, true]);
  expect([warnings, counter.includes("} 1")]).toEqual([[], false]);
});
