import {
  endedEarly,
  type SyncResult,
  type SyncStats,
  type UndoResult,
} from "../../src/modules/sync/schema.ts";
import { seconds } from "../../src/shared/duration.ts";
import { EXIT } from "../errors.ts";
import { operationNamed } from "../operations.ts";
import type { Transport } from "../transport/transport.ts";
import { note, write, writeRows } from "./output.ts";

const SHOW_AFTER = seconds(1); // quick runs show nothing
const POLL_EVERY = 500; // milliseconds
const BAR_WIDTH = 30; // characters

/** Shows the progress of the run on stderr until `work` ends: a bar on a terminal, JSON lines with `--json`. */
export async function showSyncProgress<T>(
  transport: Transport,
  json: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const isTerminal = process.stderr.isTTY === true;
  if (!isTerminal && !json) return work();
  const ended = new AbortController();
  const watching = pollProgress(transport, ended.signal, isTerminal ? drawBar : writeLine);
  try {
    return await work();
  } finally {
    ended.abort();
    await watching;
    if (isTerminal) process.stderr.write("\r\x1b[K");
  }
}

type Running = NonNullable<SyncStats["running"]>;

/**
 * Polls until the run is over. A failing poll ends the display silently, because the run itself reports the failure.
 */
async function pollProgress(
  transport: Transport,
  ended: AbortSignal,
  show: (running: Running) => void,
): Promise<void> {
  await pause(SHOW_AFTER, ended);
  const stats = operationNamed("sync.stats");
  while (!ended.aborted) {
    const found = await (transport.poll ?? transport.call)(stats, {}).catch(() => null);
    if (found === null || ended.aborted) return;
    const { running } = found as SyncStats;
    if (running) show(running);
    await pause(POLL_EVERY, ended);
  }
}

function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    ended.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function drawBar({ kind, done, total, secondsLeft }: Running): void {
  const share = total === 0 ? 1 : done / total;
  const bar = "#".repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, ".");
  const left = secondsLeft === null ? "" : `, ${Math.ceil(secondsLeft)} s left`;
  const counts = `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} ${kind === "undo" ? "rows" : "places"}`;
  process.stderr.write(`\r[${bar}] ${Math.floor(share * 100)} %  ${counts}${left}\x1b[K`);
}

const writeLine = ({ runId, done, total, rowsPerSecond, secondsLeft }: Running): void =>
  note(JSON.stringify({ runId, done, total, rowsPerSecond, secondsLeft }));

/** Partial failure if some places failed; a run that was aborted has failed as a whole. */
export function syncExitCode(result: unknown): number {
  const { success, message, errors } = result as SyncResult;
  if (success) return EXIT.done;
  return errors > 0 && !endedEarly({ message }) ? EXIT.partly : EXIT.failed;
}

/** Partial failure if some rows were left, as for a run. */
export function undoExitCode(result: unknown): number {
  const { success, message, left } = result as UndoResult;
  if (success) return EXIT.done;
  return left > 0 && !endedEarly({ message }) ? EXIT.partly : EXIT.failed;
}

/** Prints the message and the rows that were left. */
export async function printUndo(result: unknown): Promise<void> {
  const { message, details } = result as UndoResult;
  await write(`${message}\n`);
  const left = details.filter(({ status }) => status === "left");
  if (left.length > 0) await writeRows(operationNamed("sync.undo"), left);
}

/** Prints the message and the failed places. */
export async function printSync(result: unknown): Promise<void> {
  const { message, details } = result as SyncResult;
  await write(`${message}\n`);
  const failed = details.filter(({ status }) => status === "error");
  if (failed.length > 0) await writeRows(operationNamed("sync.trigger"), failed);
}
