import { type HrTime, type SeverityNumber, SpanKind, SpanStatusCode, ValueType } from "@opentelemetry/api";
import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AggregationTemporality, DataPointType } from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValueWithName } from "prom-client";
import { buildInfo } from "../../env/program.ts";
import type { Settings } from "../../env.ts";
import { seconds } from "../../shared/duration.ts";
import { waitAtMost } from "../../shared/with-timeout.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { Collector, Span } from "./telemetry.ts";

/** Spans and lines that wait for the collector; more are dropped. */
const QUEUE_MAX = 2_048;
const BATCH = 512;
const SEND_AFTER = seconds(1);
const METRICS_EVERY = seconds(60);
/** Of one batch, with what is tried again after 429, 502, 503 and 504. */
const EXPORT_TIMEOUT = seconds(10);

type Config = NonNullable<Settings["otlp"]>;
type Signal = "traces" | "logs" | "metrics";
type Exported = Parameters<OTLPTraceExporter["export"]>[0][number];
type Line = Parameters<OTLPLogExporter["export"]>[0][number];
type Exports = Parameters<OTLPMetricExporter["export"]>[0];
type MetricData = Exports["scopeMetrics"][number]["metrics"][number];

/** What OpenTelemetry's exporters have in common. */
interface Exporter<Batch> {
  export(batch: Batch, done: (result: { readonly code: number; readonly error?: Error }) => void): void;
}

/** Opens nothing yet: the first batch connects. The limits are those above; shorter in tests. */
export function openCollector(
  config: Config,
  { sendAfter = SEND_AFTER, timeout = EXPORT_TIMEOUT } = {},
): Collector {
  const health = new CollectorHealth();
  const [scope, resource] = [{ name: "rihla" }, resourceOf(config.serviceName)];
  const optionsOf = (signal: Signal) => ({
    url: new URL(`v1/${signal}`, config.endpoint.href.replace(/\/?$/, "/")).href,
    headers: config.headers,
    timeoutMillis: timeout,
  });
  const senderOf =
    <Batch>(signal: Signal, exporter: Exporter<Batch>) =>
    (batch: Batch, count: number) =>
      new Promise<Error | undefined>((done) => exporter.export(batch, ({ error }) => done(error)))
        .catch((error: Error) => error)
        .then((error) => health.note(signal, error, count));
  const sendSpans = senderOf("traces", new OTLPTraceExporter(optionsOf("traces")));
  const sendLines = senderOf("logs", new OTLPLogExporter(optionsOf("logs")));
  const sendMetrics = senderOf("metrics", new OTLPMetricExporter(optionsOf("metrics")));
  const onOverflow = (signal: Signal) => () => health.drop(signal, 1);
  const spans = new Batches<Exported>(sendAfter, sendSpans, onOverflow("traces"));
  const lines = new Batches<Line>(sendAfter, sendLines, onOverflow("logs"));
  let exportMetrics = async () => {};
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    span: (span) => spans.add({ ...exportedSpan(span), instrumentationScope: scope, resource }),
    line: (json) => lines.add({ ...exportedLine(json), instrumentationScope: scope, resource }),
    watch(metrics, log) {
      health.watch(metrics, log);
      exportMetrics = async () => {
        const all = await metrics.registry.getMetricsAsJSON().catch(() => []); // a gauge that cannot be read
        await sendMetrics({ resource, scopeMetrics: [{ scope, metrics: all.flatMap(exportedMetric) }] }, 1);
      };
      let running = false; // one that hangs is not followed by another
      timer = setInterval(async () => {
        if (running) return health.drop("metrics", 1);
        running = true;
        await exportMetrics();
        running = false;
      }, METRICS_EVERY);
      timer.unref();
    },
    async stop(within) {
      clearInterval(timer);
      await waitAtMost(Promise.all([spans.flush(), lines.flush(), exportMetrics()]), within);
    },
  };
}

function resourceOf(serviceName: string): Exported["resource"] {
  const { version, revision } = buildInfo;
  return resourceFromAttributes({
    "service.name": serviceName,
    "service.version": revision === null ? version : `${version}+${revision}`,
    "service.instance.id": Bun.randomUUIDv7(),
  });
}

/** Collects items, and sends them a batch at a time. */
class Batches<Item> {
  #waiting: Item[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;

  constructor(
    readonly sendAfter: number,
    readonly send: (batch: Item[], count: number) => Promise<void>,
    readonly onOverflow: () => void,
  ) {}

  add(item: Item): void {
    if (this.#waiting.length < QUEUE_MAX) this.#waiting.push(item);
    else this.onOverflow();
    this.#timer ??= setTimeout(() => void this.flush(), this.sendAfter).unref();
  }

  flush(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH);
      await this.send(batch, batch.length);
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Counts what was dropped, and tells the log when the collector fails and when it works again. */
class CollectorHealth {
  readonly #dropped = new Map<Signal, number>();
  #watching: { readonly metrics: Metrics; readonly log: Log } | undefined;
  #fails = false;

  watch(metrics: Metrics, log: Log): void {
    this.#watching = { metrics, log };
    for (const [signal, count] of this.#dropped) metrics.telemetryDropped.inc({ signal }, count);
  }

  drop(signal: Signal, count: number): void {
    if (this.#watching) this.#watching.metrics.telemetryDropped.inc({ signal }, count);
    else this.#dropped.set(signal, (this.#dropped.get(signal) ?? 0) + count);
  }

  note(signal: Signal, error: Error | undefined, count: number): void {
    if (error) this.drop(signal, count);
    if (this.#fails === (error !== undefined)) return;
    this.#fails = error !== undefined;
    const { log } = this.#watching ?? {};
    if (error) log?.warn({ signal, status: "code" in error ? error.code : undefined }, "the collector fails");
    else log?.info("the collector works again");
  }
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
const SAMPLED = 1;

/** Milliseconds as seconds and nanoseconds. */
const timeOf = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)];
const currentMs = (): number => performance.timeOrigin + performance.now();

function exportedSpan(span: Span): Omit<Exported, "instrumentationScope" | "resource"> {
  const { name, kind, traceId, spanId, parentId, ms, failed, attributes } = span;
  const ended = currentMs();
  return {
    name,
    kind: KINDS[kind],
    spanContext: () => ({ traceId, spanId, traceFlags: SAMPLED }),
    ...(parentId !== undefined && { parentSpanContext: { traceId, spanId: parentId, traceFlags: SAMPLED } }),
    startTime: timeOf(ended - ms),
    endTime: timeOf(ended),
    duration: timeOf(ms),
    status: { code: failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes,
    ended: true,
    links: [],
    events: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

const SEVERITIES: Readonly<Record<string, SeverityNumber>> = {
  trace: 1,
  debug: 5,
  info: 9,
  warn: 13,
  error: 17,
  fatal: 21,
};

function exportedLine(json: string): Omit<Line, "instrumentationScope" | "resource"> {
  const { time, level, msg, traceId, ...fields } = JSON.parse(json) as Readonly<Record<string, string>>;
  const at = timeOf(Date.parse(time ?? ""));
  return {
    hrTime: at,
    hrTimeObserved: at,
    severityText: level ?? "info",
    severityNumber: SEVERITIES[level ?? ""] ?? 9,
    body: msg ?? `${fields.method} ${fields.route}`,
    attributes: fields,
    droppedAttributesCount: 0,
    ...(traceId !== undefined && { spanContext: { traceId, spanId: "", traceFlags: SAMPLED } }),
  };
}

type Metric = MetricObjectWithValues<MetricValueWithName<string>>;
const STARTED = timeOf(performance.timeOrigin);

/** A metric as the registry has it, under its own name; none without values. */
function exportedMetric(metric: MetricObjectWithValues<{ value: number; labels: object }>): MetricData[] {
  const { name, help, values } = metric;
  if (values.length === 0) return [];
  const about = {
    descriptor: { name, description: help, unit: "", valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const type = String(metric.type); // the library's enum has numbers, and its values these words
  const times = { startTime: STARTED, endTime: timeOf(currentMs()) };
  if (type === "histogram") {
    const dataPoints = histograms(metric as Metric).map((each) => ({ ...each, ...times }));
    return [{ ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints }];
  }
  const dataPoints = values.map(({ labels, value }) => ({ attributes: { ...labels }, value, ...times }));
  return type === "counter"
    ? [{ ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }]
    : [{ ...about, dataPointType: DataPointType.GAUGE, dataPoints }];
}

/** Of each set of labels the buckets, which the registry adds up and OpenTelemetry does not. */
function histograms({ name, values }: Metric) {
  const groups = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return [...groups].map(([labels, group]) => {
    const sumOf = (suffix: string) => group.find((each) => each.metricName === name + suffix)?.value ?? 0;
    const buckets = group.filter(({ metricName }) => metricName === `${name}_bucket`);
    const counts = buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0));
    const boundaries = buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite);
    const value = { buckets: { boundaries, counts }, sum: sumOf("_sum"), count: sumOf("_count") };
    return { attributes: JSON.parse(labels) as Record<string, string>, value };
  });
}
