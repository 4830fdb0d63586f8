import { endedEarly, type SyncResult, type SyncStats } from "../../src/modules/sync/schema.ts";
import { seconds } from "../../src/shared/duration.ts";
import { EXIT } from "../errors.ts";
import { operationNamed } from "../operations.ts";
import type { Transport } from "../transport/transport.ts";
import { note, write, writeRows } from "./output.ts";

const SHOW_AFTER = seconds(1); // what is over sooner needs no word
const POLL_EVERY = 500; // milliseconds
const BAR_WIDTH = 30; // characters

/** Shows on stderr how far the run is while `work` waits for its end: a bar for a person, lines for a program. */
export async function showSyncProgress<T>(
  line: Transport,
  json: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const isSeen = process.stderr.isTTY === true;
  if (!isSeen && !json) return work();
  const over = new AbortController();
  const watching = pollProgress(line, over.signal, isSeen ? drawBar : writeLine);
  try {
    return await work();
  } finally {
    over.abort();
    await watching;
    if (isSeen) process.stderr.write("\r\x1b[K");
  }
}

type Running = NonNullable<SyncStats["running"]>;

/** Looks until the run is over; a line that does not answer is left alone, as the run itself will tell. */
async function pollProgress(
  line: Transport,
  over: AbortSignal,
  show: (running: Running) => void,
): Promise<void> {
  await pause(SHOW_AFTER, over);
  const stats = operationNamed("admin.sync.stats");
  while (!over.aborted) {
    const found = await (line.poll ?? line.call)(stats, {}).catch(() => null);
    if (found === null || over.aborted) return;
    const { running } = found as SyncStats;
    if (running) show(running);
    await pause(POLL_EVERY, over);
  }
}

function pause(ms: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    over.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function drawBar({ done, total, secondsLeft }: Running): void {
  const share = total === 0 ? 1 : done / total;
  const bar = "#".repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, ".");
  const left = secondsLeft === null ? "" : `, ${Math.ceil(secondsLeft)} s left`;
  const counts = `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} places`;
  process.stderr.write(`\r[${bar}] ${Math.floor(share * 100)} %  ${counts}${left}\x1b[K`);
}

const writeLine = ({ runId, done, total, rowsPerSecond, secondsLeft }: Running): void =>
  note(JSON.stringify({ runId, done, total, rowsPerSecond, secondsLeft }));

/** contract 8: 5 where some places failed; a run that broke off has failed as a whole. */
export function syncExitCode(result: unknown): number {
  const { success, message, errors } = result as SyncResult;
  if (success) return EXIT.done;
  return errors > 0 && !endedEarly({ message }) ? EXIT.partly : EXIT.failed;
}

/** The sentence, and the places that failed. */
export async function printSync(result: unknown): Promise<void> {
  const { message, details } = result as SyncResult;
  await write(`${message}\n`);
  const failed = details.filter(({ status }) => status === "error");
  if (failed.length > 0) await writeRows(operationNamed("admin.sync.trigger"), failed);
}
