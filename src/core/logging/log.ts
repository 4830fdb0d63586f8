import pino from "pino";
import type { LogLevel } from "../../env.ts";

const WRITE_AT = 8_192; // characters: a write a line costs a busy server more than the line
const WRITE_WITHIN = 50; // milliseconds

export type Log = pino.Logger;

/**
 * JSON lines in UTC. Callers hand over an allow-list of plain facts: never a body, header, e-mail,
 * query string or an error's message, because those can hold what people trusted us with.
 */
export function createLog(level: LogLevel, destination: 1 | 2 = 1): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    inChunks(pino.destination({ dest: destination, sync: false, minLength: 0 })),
  );
}

/** Lines go out many at a time; whoever ends the process calls `flush` for the last ones. */
function inChunks(out: ReturnType<typeof pino.destination>) {
  let held = "";
  const release = () => {
    if (held !== "") out.write(held);
    held = "";
  };
  setInterval(release, WRITE_WITHIN).unref();
  return {
    write(line: string) {
      held += line;
      if (held.length >= WRITE_AT) release();
    },
    flush() {
      release();
      out.flushSync();
    },
  };
}
