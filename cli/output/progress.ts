import { seconds } from "../../src/shared/duration.ts";

const SHOW_AFTER = seconds(1); // what is over sooner needs no word
const REFRESH_EVERY = 200; // milliseconds

export interface Progress {
  add(count: number): void;
  end(): void;
}

/** A count on stderr while something takes long and a person looks on. */
export function createProgress(unit: string): Progress {
  const isSeen = process.stderr.isTTY === true;
  const started = performance.now();
  let total = 0;
  let shownAt = started + SHOW_AFTER - REFRESH_EVERY;
  let isShown = false;
  return {
    add(count) {
      total += count;
      if (!isSeen || performance.now() - shownAt < REFRESH_EVERY) return;
      shownAt = performance.now();
      isShown = true;
      process.stderr.write(`\r${total.toLocaleString("en")} ${unit}\x1b[K`);
    },
    end() {
      if (isShown) process.stderr.write("\r\x1b[K");
    },
  };
}
