import { randomBytes } from "node:crypto";

/** The place of a request in a trace, which may have begun in front of this server (W3C Trace Context). */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 digits: the span of this request. */
  readonly spanId: string;
  /** The span of the caller; undefined where the trace begins here. */
  readonly parentId: string | undefined;
  /** Whether its spans are recorded. */
  readonly sampled: boolean;
  /** How many spans of its own parts there were. */
  readonly children: { count: number };
}

const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const SAMPLED = 1;

export const newSpanId = (): string => randomBytes(8).toString("hex");

/** A trace that begins here. */
export const newTrace = (): Trace => ({
  traceId: randomBytes(16).toString("hex"),
  spanId: newSpanId(),
  parentId: undefined,
  sampled: true,
  children: { count: 0 },
});

/** The trace that the header `traceparent` of a trusted sender names; undefined if it names none. */
export function traceOf(traceparent: string | null): Trace | undefined {
  const [, version, traceId, parentId, flags = "", more] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || (version === "00" && more !== undefined)) return undefined;
  const sampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  return { traceId, spanId: newSpanId(), parentId, sampled, children: { count: 0 } };
}

/** The header for whom this server answers and calls. */
export const traceparentOf = ({ traceId, spanId, sampled }: Trace): string =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;
