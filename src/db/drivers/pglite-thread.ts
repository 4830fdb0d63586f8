import { existsSync } from "node:fs";
import { programFile } from "../../env/program.ts";
import { DatabaseUnavailable } from "../errors.ts";
import type { Statement, StatementRows } from "./driver.ts";
import { type Failure, openingFailure } from "./pglite-failure.ts";

export type Request = { readonly id: number } & Command;

type Command =
  | { readonly kind: "open"; readonly directory: string; readonly program: WebAssembly.Module | undefined }
  | { readonly kind: "run"; readonly statement: Statement }
  | { readonly kind: "close" };

export type Reply = { readonly id: number } & (
  | Answer
  | { readonly failure: Failure; readonly fatal: boolean }
);

export interface Answer {
  readonly answer: StatementRows;
  /** Of an open: what it compiled or was given. */
  readonly program?: WebAssembly.Module;
}

/**
 * PGlite's program, compiled by the first thread of this process, while the main thread may be loading other modules.
 * Later threads share it and its machine code, so that they start faster.
 */
let program: WebAssembly.Module | undefined;

/** A worker thread with one embedded database. Once dead it is not restarted. */
export class PgliteThread {
  readonly #worker = new Worker(programFile("src/db/drivers/pglite.worker.ts"));
  readonly #waiting = new Map<number, PromiseWithResolvers<StatementRows>>();
  #sent = 0;
  dead = false;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#receive(data);
    this.#worker.onerror = () => this.end();
    this.#worker.addEventListener("close", () => this.end());
  }

  /** Throws an error with the `code` and `constraint` of PostgreSQL, or `DatabaseUnavailable`. */
  send(command: Command): Promise<StatementRows> {
    if (this.dead) return Promise.reject(new DatabaseUnavailable("The embedded database has stopped."));
    const id = ++this.#sent;
    const waiting = Promise.withResolvers<StatementRows>();
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ ...command, id });
    return waiting.promise;
  }

  end(): void {
    this.dead = true;
    this.#worker.terminate();
    for (const each of this.#waiting.values()) {
      each.reject(new DatabaseUnavailable("The embedded database has stopped."));
    }
    this.#waiting.clear();
  }

  #receive(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ("answer" in reply) {
      program ??= reply.program;
      waiting?.resolve(reply.answer);
    } else {
      const { message, ...facts } = reply.failure;
      waiting?.reject(Object.assign(new Error(message), facts));
      if (reply.fatal) this.end();
    }
  }
}

/** The embedded database, restarted if its thread has died. */
export class PgliteServer {
  #thread: Promise<PgliteThread> | undefined;

  constructor(readonly directory: string) {}

  async thread(): Promise<PgliteThread> {
    this.#thread ??= this.#start();
    const current = this.#thread;
    const thread = await current;
    if (!thread.dead) return thread;
    if (this.#thread === current) this.#thread = undefined;
    return this.thread();
  }

  async stop(): Promise<void> {
    const thread = await this.#thread?.catch(() => undefined);
    await thread?.send({ kind: "close" }).catch(() => {});
    thread?.end();
  }

  async #start(): Promise<PgliteThread> {
    const thread = new PgliteThread();
    const isThere = existsSync(this.directory);
    try {
      await thread.send({ kind: "open", directory: this.directory, program });
      return thread;
    } catch (error) {
      this.#thread = undefined;
      thread.end();
      throw isThere ? openingFailure(error, this.directory) : error;
    }
  }
}
