import { Counter, type Registry } from "./prom-client.ts";

/** Counts one request. A route is a template or a procedure's path, never a path that a client sent. */
export type CountRequest = (route: string, status: number) => void;

interface Count {
  n: number;
}

/** Requests by route and status. Pages take a few microseconds, and prom-client would hash the labels of each. */
export function createRequestCounter(registers: Registry[]): CountRequest {
  const routes = new Map<string, Map<number, Count>>();
  new Counter({
    name: "rihla_requests_total",
    help: "Requests by route template and status, with pages, files, probes and refusals",
    labelNames: ["route", "status"] as const,
    registers,
    collect() {
      this.reset();
      for (const [route, statuses] of routes)
        for (const [status, { n }] of statuses) this.inc({ route, status }, n);
    },
  });
  return (route, status) => {
    let statuses = routes.get(route);
    if (statuses === undefined) {
      statuses = new Map();
      routes.set(route, statuses);
    }
    const count = statuses.get(status);
    if (count === undefined) statuses.set(status, { n: 1 });
    else count.n += 1;
  };
}
