import { DETAILS_MAX, REST_PENDING, type RunStatus, type SyncResult } from "../schema.ts";

type Detail = SyncResult["details"][number];

/** Counts of places, and of rows in the main database. */
export interface RunCounts {
  readonly total: number;
  readonly done: number;
  readonly synced: number;
  readonly errors: number;
  readonly written: number;
  readonly unlinked: number;
}

/** The progress of a run. */
export class RunStats implements RunCounts {
  total = 0;
  done = 0;
  synced = 0;
  errors = 0;
  written = 0;
  unlinked = 0;
  readonly #failed: Detail[] = [];
  readonly #synced: Detail[] = [];

  constructor(readonly dryRun: boolean) {}

  addFailed(name: string, message: string): void {
    this.errors += 1;
    this.done += 1;
    if (this.#failed.length < DETAILS_MAX) this.#failed.push({ name, status: "error", message });
  }

  addSynced(name: string): void {
    this.synced += 1;
    this.done += 1;
    if (this.#synced.length < DETAILS_MAX) this.#synced.push({ name, status: "synced" });
  }

  /** The counts after a batch, to be saved with it. */
  after(places: number, failed: number, written: number): RunCounts {
    return {
      total: this.total,
      done: this.done + places,
      synced: this.synced + places - failed,
      errors: this.errors + failed,
      written: this.written + written,
      unlinked: this.unlinked,
    };
  }

  /** Errors first. */
  details(): Detail[] {
    return [...this.#failed, ...this.#synced].slice(0, DETAILS_MAX);
  }

  result(success: boolean, message: string): SyncResult {
    return { success, message, synced: this.synced, errors: this.errors, details: this.details() };
  }

  /** The message of a run that ended with this status, in one or two sentences. */
  message(status: RunStatus, reason: string): string {
    const begins = OPENINGS[status] ?? "";
    const ends = status === "succeeded" || status === "partial" ? "" : ` ${REST_PENDING}`;
    return `${reason === "" ? "" : `${reason} `}${begins}${this.#counts(ends === "")}${ends}`;
  }

  #counts(isWhole: boolean): string {
    const { synced, errors, unlinked, dryRun } = this;
    if (dryRun)
      return `Dry run: ${places(synced)} would be synced and ${errors} would fail. Nothing was written.`;
    if (synced + errors + unlinked === 0)
      return isWhole ? "There was nothing to sync." : "No place was synced.";
    const gone =
      unlinked === 0 ? "" : ` ${places(unlinked)} deleted here ${unlinked === 1 ? "was" : "were"} unlinked.`;
    return `${places(synced)} ${synced === 1 ? "was" : "were"} synced${errors === 0 ? "" : `, ${errors} failed`}.${gone}`;
  }
}

const OPENINGS: Partial<Record<RunStatus, string>> = {
  cancelled: "The run was canceled. ",
  interrupted: "The server was asked to stop. ",
};

const places = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "place" : "places"}`;
