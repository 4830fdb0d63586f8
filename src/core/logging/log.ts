import pino from "pino";
import type { LogLevel } from "../../env.ts";
import { seconds } from "../../shared/duration.ts";
import { waitAtMost } from "../../shared/with-timeout.ts";
import { formatLine } from "./readable-line.ts";

const BUFFER_MAX = 65_536; // characters; on a busy server one write per line costs more than the line itself
const FLUSH_INTERVAL = 50; // milliseconds
const FLUSH_TIMEOUT = seconds(1);

export type Log = pino.Logger;

/**
 * JSON lines in UTC, and lines for people on a terminal. Callers log only an allow-list of fields: never a body, header, email, query string or error
 * message, because those can contain personal data. `copy` gets every line too.
 */
export function createLog(level: LogLevel, destination: 1 | 2 = 1, copy?: (line: string) => void): Log {
  const stream = destination === 1 ? process.stdout : process.stderr;
  const format = stream.isTTY
    ? (line: string) => formatLine(line, stream.hasColors())
    : (line: string) => line;
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    bufferLines(pino.destination({ dest: destination, sync: false, minLength: 1 }), format, copy),
  );
}

/** Waits until all lines are written, for a second at most: their reader may hang. Call it before the process exits. */
export const flushLog = (log: Log): Promise<void> =>
  waitAtMost(new Promise<void>((resolve) => log.flush(() => resolve())), FLUSH_TIMEOUT);

/** Writes many lines at a time. */
function bufferLines(
  out: ReturnType<typeof pino.destination>,
  format: (line: string) => string,
  copy: ((line: string) => void) | undefined,
) {
  let buffer = "";
  const writeBuffer = () => {
    if (buffer !== "") out.write(buffer);
    buffer = "";
  };
  setInterval(writeBuffer, FLUSH_INTERVAL).unref();
  return {
    write(line: string) {
      copy?.(line);
      buffer += format(line);
      if (buffer.length >= BUFFER_MAX) writeBuffer();
    },
    /** Calls `done` once all lines are written, also those of a write that has begun. */
    flush(done: () => void) {
      writeBuffer();
      out.flush(() => done());
    },
  };
}

declare module "../rpc/context.ts" {
  interface State {
    readonly outages: OutageLog;
  }
}

/** How long a 503 of the same call and cause is counted and not repeated. */
const WINDOW = seconds(10);

type Facts = Readonly<Record<string, unknown>>;

interface OutageLog {
  /** Logs a 503 with its cause; during an outage one line for each call and cause, then how many more there were. */
  report(log: Log, facts: Facts): void;
}

export function createOutageLog(window: number = WINDOW): OutageLog {
  const repeated = new Map<string, number>();
  return {
    report(log, facts) {
      const { requestId, traceId, frame, ...cause } = facts;
      const key = JSON.stringify(cause);
      const seen = repeated.get(key);
      if (seen !== undefined) {
        repeated.set(key, seen + 1);
        return;
      }
      repeated.set(key, 0);
      log.warn(facts, "unavailable");
      const close = () => {
        const more = repeated.get(key) ?? 0;
        repeated.delete(key);
        if (more > 0) log.warn({ ...cause, more, seconds: window / seconds(1) }, "unavailable");
      };
      setTimeout(close, window).unref();
    },
  };
}
