import { expect, test } from "bun:test";
import { createMetrics, registerGauges, watchEventLoop } from "./metrics.ts";

const gaugeOf = (read: () => Promise<number>) => ({
  name: "queue",
  read,
  gauges: [
    { name: "rihla_queue", help: "A queue", value: (length: number) => length },
    {
      name: "rihla_queue_by",
      help: "By state",
      label: "state",
      value: (length: number) => ({ twice: 2 * length }),
    },
  ],
});

test("gauges of one source cost one reading, also for several scrapers", async () => {
  const metrics = createMetrics();
  let reads = 0;
  registerGauges(
    metrics,
    gaugeOf(async () => ++reads + 40),
  );
  const texts = await Promise.all([1, 2, 3].map(() => metrics.registry.metrics()));
  expect(reads).toBe(1);
  for (const text of texts) {
    expect(text).toContain("\nrihla_queue 41\n");
    expect(text).toContain('rihla_queue_by{state="twice"} 82\n');
    expect(text).toContain('rihla_metrics_source_up{source="queue"} 1\n');
  }
});

test("a source that fails shows as down, and the other metrics go on", async () => {
  const metrics = createMetrics();
  registerGauges(
    metrics,
    gaugeOf(() => Promise.reject(new Error("away"))),
  );
  const text = await metrics.registry.metrics();
  expect(text).toContain('rihla_metrics_source_up{source="queue"} 0\n');
  expect(text).toMatch(/rihla_build_info\{version="[\d.]+",revision="\w*"\} 1/);
});

test("a scrape does not wait for a source that hangs, and asks it only once", async () => {
  const metrics = createMetrics();
  let reads = 0;
  registerGauges(
    metrics,
    gaugeOf(() => {
      reads += 1;
      return new Promise<number>(() => {});
    }),
  );
  const scrape = () => metrics.registry.metrics();
  expect(await Promise.all([scrape(), scrape()])).toEqual([
    expect.stringContaining('rihla_metrics_source_up{source="queue"} 0\n'),
    expect.stringContaining('rihla_metrics_source_up{source="queue"} 0\n'),
  ]);
  await scrape();
  expect(reads).toBe(1);
});

test("the process is described under the standard names", async () => {
  const { registry } = createMetrics();
  const metric = async (name: string) =>
    Number(/ (\S+)\n?$/.exec(await registry.getSingleMetricAsString(name))?.[1]);
  const first = await metric("process_cpu_seconds_total");
  expect(first).toBeGreaterThan(0);
  expect(await metric("process_cpu_seconds_total")).toBeGreaterThanOrEqual(first);
  expect(await metric("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  expect(await metric("process_start_time_seconds")).toBeCloseTo(performance.timeOrigin / 1_000, 0);
  expect(await metric("process_open_fds")).toBeGreaterThan(2);
  expect(await metric("process_max_fds")).toBeGreaterThan(2);
  expect(await metric("nodejs_heap_size_used_bytes")).toBeGreaterThan(100_000);
});

test("what blocks the event loop shows as a delay of its timers", async () => {
  const metrics = createMetrics();
  const stop = watchEventLoop(metrics);
  Bun.sleepSync(400);
  const measured = async () =>
    (await metrics.eventLoopDelay.get()).values.find(({ metricName }) => metricName?.endsWith("_sum"))
      ?.value ?? 0;
  while ((await measured()) < 0.2) await Bun.sleep(5);
  stop();
});
