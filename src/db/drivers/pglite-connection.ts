import { untilAborted, withTimeout } from "../../shared/with-timeout.ts";
import { DatabaseUnavailable } from "../errors.ts";
import type { Connection, Statement, StatementRows } from "./driver.ts";
import type { PgliteThread } from "./pglite-thread.ts";
import { wireValue } from "./type-parsers.ts";

/** The only session of the embedded database, held under the mutex until `release`. */
export class PgliteConnection implements Connection {
  #overdue: Promise<unknown> | undefined;

  constructor(
    readonly thread: PgliteThread,
    readonly unlock: () => void,
  ) {}

  get broken(): boolean {
    return this.#overdue !== undefined || this.thread.dead;
  }

  run(
    { text, params = [], shape }: Statement,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<StatementRows> {
    if (this.broken)
      return Promise.reject(new DatabaseUnavailable("The connection to the database was lost."));
    const answer = this.thread.send({
      kind: "run",
      statement: { text, params: params.map(wireValue), shape },
    });
    const abandon = () => {
      this.#overdue = answer;
    };
    return withTimeout(untilAborted(answer, signal, abandon), timeoutMs, () => {
      abandon();
      return new DatabaseUnavailable("The database did not answer in time.");
    });
  }

  async readText({ text, ...statement }: Statement, timeoutMs: number): Promise<Uint8Array[]> {
    const joined = `select string_agg(line, '') as text from (${text}) lines(line)`;
    const { rows } = await this.run({ ...statement, text: joined }, timeoutMs);
    const [all] = rows as { text: string | null }[];
    return all?.text ? [new TextEncoder().encode(all.text)] : [];
  }

  release(): void {
    if (this.#overdue) void this.#releaseOnceEnded(this.#overdue);
    else this.unlock();
  }

  /** A running statement cannot be canceled: the mutex is released once it has ended and is rolled back. */
  async #releaseOnceEnded(overdue: Promise<unknown>): Promise<void> {
    await overdue.catch(() => {});
    await this.thread.send({ kind: "run", statement: { text: "rollback", shape: "rows" } }).catch(() => {});
    this.unlock();
  }
}
