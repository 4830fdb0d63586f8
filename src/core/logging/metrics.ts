import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { buildInfo } from "../../env/program.ts";
import { seconds } from "../../shared/duration.ts";
import { withTimeout } from "../../shared/with-timeout.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Without prom-client's default metrics, which report wrong values under Bun. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  registerProcess(registers);
  return {
    registry,
    countRequest: createRequestCounter(registers),
    duration: new Histogram({
      name: "rihla_request_duration_seconds",
      help: "Duration of requests by route template",
      labelNames: ["route"] as const,
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 15],
      registers,
    }),
    ...createDatabaseMetrics(registers),
    signIns: new Counter({
      name: "rihla_sign_ins_total",
      help: "Sign-ins and proofs of identity of staff and partners by outcome: ok, failed, throttled",
      labelNames: ["outcome"] as const,
      registers,
    }),
    countRefusal: createRefusalCounter(registers),
    inboundMails: new Counter({
      name: "rihla_inbound_mails_total",
      help: "Emails that came in, by outcome: reply, automatic, repeated, unknown, limited",
      labelNames: ["outcome"] as const,
      registers,
    }),
    eventLoopDelay: new Histogram({
      name: "rihla_event_loop_delay_seconds",
      help: "How late timers ran, measured ten times a second",
      buckets: [0.002, 0.01, 0.05, 0.1, 0.25, 1],
      registers,
    }),
    sources: registerSources(registers),
    ...createFailureCounters(registers),
  };
}

function createDatabaseMetrics(registers: Registry[]) {
  return {
    statements: new Histogram({
      name: "rihla_statement_duration_seconds",
      help: "Duration of statements by their first word",
      labelNames: ["operation"] as const,
      buckets: [0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5],
      registers,
    }),
    poolWaits: new Histogram({
      name: "rihla_database_pool_wait_seconds",
      help: "How long callers waited for a connection to the database",
      buckets: [0.0005, 0.005, 0.05, 0.25, 1, 5],
      registers,
    }),
    slowStatements: new Counter({
      name: "rihla_slow_statements_total",
      help: "Statements that took SLOW_STATEMENT_MS or longer, by the procedure that ran them",
      labelNames: ["action"] as const,
      registers,
    }),
  };
}

function createFailureCounters(registers: Registry[]) {
  return {
    telemetryDropped: new Counter({
      name: "rihla_telemetry_dropped_total",
      help: "Spans, log lines, exports of metrics and error reports that could not be sent, by signal",
      labelNames: ["signal"] as const,
      registers,
    }),
    heartbeatFailures: new Counter({
      name: "rihla_heartbeat_failures_total",
      help: "Heartbeats of a sync, a broadcast or a backup that failed",
      labelNames: ["name"] as const,
      registers,
    }),
    jobFailures: new Counter({
      name: "rihla_job_failures_total",
      help: "Failed runs of background jobs in this process",
      labelNames: ["name"] as const,
      registers,
    }),
  };
}

/** Where gauges come from, by name, and whether each can be read. */
function registerSources(registers: Registry[]): Map<string, () => Promise<boolean>> {
  const sources = new Map<string, () => Promise<boolean>>();
  new Gauge({
    name: "rihla_metrics_source_up",
    help: "1 if the values of a source could be read for this scrape; 0 if they are older",
    labelNames: ["source"] as const,
    registers,
    async collect() {
      const read = async ([source, isUp]: readonly [string, () => Promise<boolean>]) =>
        this.set({ source }, (await isUp()) ? 1 : 0);
      await Promise.all([...sources].map(read));
    },
  });
  return sources;
}

/** Counts one request. A route is a template or a procedure's path, never a path that a client sent. */
export type CountRequest = (route: string, status: number) => void;

function createRequestCounter(registers: Registry[]): CountRequest {
  const requests = new Counter({
    name: "rihla_requests_total",
    help: "Requests by route template and status, with pages, files, probes and refusals",
    labelNames: ["route", "status"] as const,
    registers,
  });
  return (route, status) => requests.inc({ route, status });
}

function createRefusalCounter(registers: Registry[]): (limit: string) => void {
  const refusals = new Counter({
    name: "rihla_rate_limit_refusals_total",
    help: "Calls that a rate limit refused, by limit",
    labelNames: ["limit"] as const,
    registers,
  });
  return (limit) => refusals.inc({ limit });
}

interface ProcessMetric {
  readonly name: string;
  readonly help: string;
  /** Undefined where the system does not say. */
  readonly value: () => number | undefined;
  readonly type?: "counter";
}

const DESCRIPTORS = "/proc/self/fd"; // of Linux

/** Under the names that every exporter uses. Bun tells how large the heap is, and nothing of its collector's runs. */
const PROCESS: readonly ProcessMetric[] = [
  {
    name: "process_cpu_seconds_total",
    help: "CPU time of the process, user and system",
    type: "counter",
    value: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  },
  {
    name: "process_resident_memory_bytes",
    help: "Resident memory of the process",
    value: () => process.memoryUsage.rss(),
  },
  {
    name: "process_start_time_seconds",
    help: "When the process started, in seconds since 1970",
    value: () => performance.timeOrigin / seconds(1),
  },
  {
    name: "process_open_fds",
    help: "Open files and sockets",
    value: () => (existsSync(DESCRIPTORS) ? readdirSync(DESCRIPTORS).length : undefined),
  },
  {
    name: "process_max_fds",
    help: "How many may be open",
    value: () => {
      const limits = existsSync("/proc/self/limits") ? readFileSync("/proc/self/limits", "utf8") : "";
      const limit = /^Max open files +(\d+)/m.exec(limits)?.[1];
      return limit === undefined ? undefined : Number(limit);
    },
  },
  {
    name: "nodejs_heap_size_used_bytes",
    help: "Memory of objects that the collector has not freed",
    value: () => process.memoryUsage().heapUsed,
  },
  {
    name: "nodejs_heap_size_total_bytes",
    help: "Memory that the collector manages",
    value: () => process.memoryUsage().heapTotal,
  },
  {
    name: "nodejs_external_memory_bytes",
    help: "Memory of buffers outside of the heap",
    value: () => process.memoryUsage().external,
  },
];

function registerProcess(registers: Registry[]): void {
  for (const { name, help, value, type } of PROCESS) {
    if (type === "counter") {
      let before = 0;
      new Counter({
        name,
        help,
        registers,
        collect() {
          const now = value() ?? 0;
          this.inc(Math.max(0, now - before));
          before = now;
        },
      });
    } else {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          const now = value();
          if (now !== undefined) this.set(now);
        },
      });
    }
  }
  new Gauge({
    name: "rihla_build_info",
    help: "1, with the version and the revision of the program",
    labelNames: ["version", "revision"] as const,
    registers,
    collect() {
      const { version, revision } = buildInfo;
      this.set({ version, revision: revision ?? "" }, 1);
    },
  });
}

const TICK = 100; // milliseconds

/** Measures how late timers run, which is how long everything else waits for its turn. Returns what ends it. */
export function watchEventLoop({ eventLoopDelay }: Metrics): () => void {
  let due = performance.now() + TICK;
  const timer = setInterval(() => {
    const now = performance.now();
    eventLoopDelay.observe(Math.max(0, now - due) / seconds(1));
    due = now + TICK;
  }, TICK);
  timer.unref();
  return () => clearInterval(timer);
}

const READ_TIMEOUT = seconds(2); // a scrape waits no longer, whatever hangs
const CACHED_FOR = seconds(5); // several scrapers cost one reading

interface GaugeOf<Facts> {
  readonly name: string;
  readonly help: string;
  /** The name of the label of a gauge with several values. */
  readonly label?: string;
  /** A number, or one for each value of the label. */
  readonly value: (facts: Facts) => number | Readonly<Record<string, number>>;
}

/** Where the values of some gauges come from. */
interface Source<Facts> {
  readonly name: string;
  readonly read: () => Promise<Facts>;
  readonly gauges: readonly GaugeOf<Facts>[];
}

/**
 * Gauges whose values are read together when metrics are scraped. While that fails or takes too long they keep their
 * last values, and `rihla_metrics_source_up` of the source is 0.
 */
export function registerGauges<Facts>({ registry, sources }: Metrics, source: Source<Facts>): void {
  const { gauges } = source;
  const read = createReader(source.read);
  sources.set(source.name, async () => (await read()) !== undefined);
  for (const { value, label: labelName, ...named } of gauges) {
    new Gauge({
      ...named,
      labelNames: labelName === undefined ? [] : [labelName],
      registers: [registry],
      async collect() {
        const facts = await read();
        if (facts === undefined) return;
        const values = value(facts);
        if (typeof values === "number") return this.set(values);
        for (const [key, each] of Object.entries(values)) this.set({ [labelName ?? ""]: key }, each);
      },
    });
  }
}

/** Undefined if reading failed or takes too long; a reading that hangs is not started a second time. */
function createReader<Facts>(read: () => Promise<Facts>) {
  let running: Promise<Facts> | undefined;
  let last: { readonly at: number; readonly facts: Facts } | undefined;
  const start = async (): Promise<Facts> => {
    try {
      const facts = await read();
      last = { at: performance.now(), facts };
      return facts;
    } finally {
      running = undefined;
    }
  };
  return async (): Promise<Facts | undefined> => {
    if (last && performance.now() - last.at < CACHED_FOR) return last.facts;
    running ??= start();
    try {
      return await withTimeout(running, READ_TIMEOUT, () => new Error("took too long"));
    } catch {
      return undefined;
    }
  };
}
