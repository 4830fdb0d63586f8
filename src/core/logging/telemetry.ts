import type { Call, Deps } from "../rpc/context.ts";
import { runningCall } from "../rpc/running-call.ts";
import { newSpanId, newTrace, type Trace } from "../rpc/trace-context.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** Work with its time: a request, a job, a statement, a call of another system. Holds no personal data, secret or parameter. */
export interface Span {
  readonly name: string;
  readonly kind: "server" | "client" | "internal";
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  /** Milliseconds; it ends now. */
  readonly ms: number;
  readonly failed: boolean;
  readonly attributes: Attributes;
}

type Attributes = Readonly<Record<string, string | number>>;

/** Sends what it is given to a collector in batches. Takes it without waiting, never throws, and drops what is too much. */
export interface Collector {
  span(span: Span): void;
  /** A line of the log, as JSON. */
  line(json: string): void;
  /** Sends metrics from now on, and counts in them what was dropped. The log is told when the collector fails and works again. */
  watch(metrics: Metrics, log: Log): void;
  /** Sends what waits, within so many milliseconds. */
  stop(within: number): Promise<void>;
}

/** Where bugs are reported. Takes them without waiting, and never throws. */
export interface ErrorReports {
  report(error: unknown, facts: Readonly<Record<string, unknown>>): void;
  watch(metrics: Metrics): void;
  /** Waits for what is on its way, for so many milliseconds. */
  stop(within: number): Promise<void>;
}

/** Where this process sends its telemetry; empty unless configured. */
export interface Telemetry {
  readonly collector?: Collector;
  readonly reports?: ErrorReports;
}

declare module "../rpc/context.ts" {
  interface State {
    readonly telemetry: Telemetry;
  }
}

/** Logs an unexpected error, and reports it. */
export function logBug(
  log: Log,
  { reports }: Telemetry,
  error: unknown,
  facts: Readonly<Record<string, unknown>>,
): void {
  log.error(facts, "unexpected error");
  reports?.report(error, facts);
}

/** More spans of one request or job are counted and left out: a job may run thousands of statements. */
const CHILDREN_MAX = 100;

/** What a request, a job or a command was: the first span of this process. */
export function recordRootSpan(
  { collector }: Telemetry,
  trace: Trace | undefined,
  span: Pick<Span, "name" | "kind" | "ms" | "failed" | "attributes">,
): void {
  if (!collector || !trace?.sampled) return;
  const { traceId, spanId, parentId, children } = trace;
  const left = children.count - CHILDREN_MAX;
  const attributes = { ...span.attributes, ...(left > 0 && { "rihla.spans_left_out": left }) };
  collector.span({ ...span, attributes, traceId, spanId, parentId });
}

/** Work that the running call waited for. */
export function recordChildSpan(
  { collector }: Telemetry,
  span: Pick<Span, "name" | "ms" | "failed" | "attributes">,
): void {
  const trace = collector && runningCall()?.call.trace;
  if (!trace?.sampled) return;
  trace.children.count += 1;
  if (trace.children.count > CHILDREN_MAX) return;
  const { traceId, spanId: parentId } = trace;
  collector?.span({ ...span, kind: "client", traceId, spanId: newSpanId(), parentId });
}

/** Runs a procedure; one that no request called, such as a job, in a trace of its own. */
export async function inTrace<T>(
  { deps, call }: { readonly deps: Deps; readonly call: Call },
  action: string,
  run: (call: Call) => Promise<T>,
): Promise<T> {
  const { telemetry } = deps.state;
  if (!telemetry.collector || call.trace) return run(call);
  const trace = newTrace();
  const name = `${call.transport} ${action}`;
  const attributes = { "rihla.request_id": call.requestId, "rihla.transport": call.transport };
  return timed(
    () => run({ ...call, trace }),
    (ms, failed) => recordRootSpan(telemetry, trace, { name, kind: "internal", ms, failed, attributes }),
  );
}

/** Calls another system, in a span of the running call. */
export const inSpan = <T>(telemetry: Telemetry, name: string, work: () => Promise<T>): Promise<T> =>
  timed(work, (ms, failed) => recordChildSpan(telemetry, { name, ms, failed, attributes: {} }));

/** A port whose calls of another system are spans, with the kind of their result. Those that it answers at once, or with another port, are not. */
export function tracedPort<Port extends object>(telemetry: Telemetry, name: string, port: Port): Port {
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const began = performance.now();
        const answer: unknown = value.apply(target, args);
        const isPort = typeof answer === "object" && answer !== null && "send" in answer;
        if (isPort) return tracedPort(telemetry, name, answer);
        if (!(answer instanceof Promise)) return answer;
        const end = (failed: boolean, attributes: Attributes = {}) =>
          recordChildSpan(telemetry, {
            name: `${name} ${String(key)}`,
            ms: performance.now() - began,
            failed,
            attributes,
          });
        answer.then(
          (result) => end(false, kindOf(result)),
          () => end(true),
        );
        return answer;
      };
    },
  });
}

/** A port says by it how its call ended, as an email that a server refuses is no error. */
function kindOf(result: unknown): Attributes {
  const kind = typeof result === "object" && result !== null && "kind" in result ? result.kind : undefined;
  return typeof kind === "string" ? { "rihla.result": kind } : {};
}

async function timed<T>(work: () => Promise<T>, ended: (ms: number, failed: boolean) => void): Promise<T> {
  const began = performance.now();
  let failed = true;
  try {
    const result = await work();
    failed = false;
    return result;
  } finally {
    ended(performance.now() - began, failed);
  }
}
