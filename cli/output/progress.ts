import { seconds } from "../../src/shared/duration.ts";

const SHOW_AFTER = seconds(1); // quick commands show nothing
const REFRESH_EVERY = 200; // milliseconds

export interface Progress {
  add(count: number): void;
  end(): void;
}

/** A counter on stderr for long operations, if stderr is a terminal. */
export function createProgress(unit: string): Progress {
  const isTerminal = process.stderr.isTTY === true;
  const started = performance.now();
  let total = 0;
  let shownAt = started + SHOW_AFTER - REFRESH_EVERY;
  let isShown = false;
  return {
    add(count) {
      total += count;
      if (!isTerminal || performance.now() - shownAt < REFRESH_EVERY) return;
      shownAt = performance.now();
      isShown = true;
      process.stderr.write(`\r${total.toLocaleString("en")} ${unit}\x1b[K`);
    },
    end() {
      if (isShown) process.stderr.write("\r\x1b[K");
    },
  };
}
