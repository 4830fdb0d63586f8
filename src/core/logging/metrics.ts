import { Counter, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

/** Without prom-client's default metrics, which report wrong values under Bun. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: "rihla_resident_memory_bytes",
    help: "Resident memory of the process",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  return {
    registry,
    replicaLeft: new Counter({
      name: "rihla_replica_left_total",
      help: "Times that the replica was left because it was away or behind",
      registers,
    }),
    requests: new Counter({
      name: "rihla_requests_total",
      help: "Requests by route template and status",
      labelNames: ["route", "status"] as const,
      registers,
    }),
    duration: new Histogram({
      name: "rihla_request_duration_seconds",
      help: "Duration of requests by route template",
      labelNames: ["route"] as const,
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 15],
      registers,
    }),
  };
}
