import type { RunCounts } from "../runs/run-stats.ts";
import { DETAILS_MAX, REST_PENDING, type RunStatus, type UndoResult } from "../schema.ts";
import type { Counted, Judged, Verdict } from "./statements.ts";

type Detail = UndoResult["details"][number];

/** Why a row is left as it is. */
export const LEFT: Readonly<Record<Exclude<Verdict, "undo" | "done" | "past"> | "refused", string>> = {
  changed: "Its row in the main database was changed after the run.",
  gone: "Its row in the main database was deleted after the run.",
  taken: "It is linked to another row of the main database now.",
  referred: "Other tables of the main database refer to its row.",
  refused: "The main database refuses the earlier values of its row.",
};

export const isLeft = (verdict: Verdict): verdict is Exclude<Verdict, "undo" | "done" | "past"> =>
  Object.hasOwn(LEFT, verdict);

/** The outcome of a batch of images. */
export interface UndoOutcome {
  /** Put back by this batch or by an earlier undo, and still so. */
  readonly undone: readonly Judged[];
  readonly left: readonly { readonly row: Judged; readonly message: string }[];
  /** Rows that this batch has put back, and deleted. */
  readonly restored: readonly Judged[];
  readonly removed: readonly Judged[];
}

/** The progress of an undo. */
export class UndoStats implements RunCounts {
  total = 0;
  done = 0;
  restored = 0;
  removed = 0;
  errors = 0;
  readonly unlinked = 0;
  readonly #left: Detail[] = [];
  readonly #undone: Detail[] = [];

  constructor(readonly undoes: string) {}

  get synced(): number {
    return this.restored + this.removed;
  }

  get written(): number {
    return this.synced;
  }

  add(images: number, { left, restored, removed }: UndoOutcome): void {
    this.done += images;
    this.restored += restored.length;
    this.removed += removed.length;
    this.errors += left.length;
    for (const { row, message } of left) keep(this.#left, { name: row.name, status: "left", message });
    for (const { name } of restored) keep(this.#undone, { name, status: "restored" });
    for (const { name } of removed) keep(this.#undone, { name, status: "removed" });
  }

  /** Counts what an undo would do. */
  forecast(counts: readonly Counted[], left: readonly Judged[]): void {
    for (const { kind, verdict, rows } of counts) {
      if (isLeft(verdict)) this.errors += rows;
      else if (kind === "insert") this.removed += rows;
      else this.restored += rows;
    }
    for (const { name, verdict } of left)
      if (isLeft(verdict)) keep(this.#left, { name, status: "left", message: LEFT[verdict] });
  }

  /** The message of a dry run. */
  get forecastMessage(): string {
    const { restored, removed, errors } = this;
    if (restored + removed + errors === 0) return "Dry run: there is nothing left to undo.";
    return `Dry run: ${rows(restored)} would be put back, ${rows(removed)} removed and ${rows(errors)} left.`;
  }

  result(success: boolean, message: string): UndoResult {
    const { undoes: runId, restored, removed, errors: left } = this;
    const details = [...this.#left, ...this.#undone].slice(0, DETAILS_MAX);
    return { success, message, runId, restored, removed, left, details };
  }

  /** The message of an undo that ended with this status. */
  message(status: RunStatus, reason: string): string {
    const ended = status === "succeeded" || status === "partial";
    const parts = [reason, OPENINGS[status] ?? "", this.#counts(ended), ended ? "" : REST_PENDING];
    return parts.filter((part) => part !== "").join(" ");
  }

  #counts(ended: boolean): string {
    const { restored, removed, errors } = this;
    if (restored + removed + errors === 0)
      return ended ? "There was nothing left to undo." : "No row was put back.";
    const kept = errors === 0 ? "" : ` ${rows(errors)} changed after the run ${were(errors)} left.`;
    const held = restored + removed === 0 ? "" : " Their places wait until someone retries them.";
    return `${rows(restored)} ${were(restored)} put back and ${removed.toLocaleString("en-US")} removed.${kept}${held}`;
  }
}

function keep(list: Detail[], detail: Detail): void {
  if (list.length < DETAILS_MAX) list.push(detail);
}

const OPENINGS: Partial<Record<RunStatus, string>> = {
  cancelled: "The undo was canceled.",
  interrupted: "The server was asked to stop.",
};

const rows = (count: number): string => `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`;
const were = (count: number): string => (count === 1 ? "was" : "were");
