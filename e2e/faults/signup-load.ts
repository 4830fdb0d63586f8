import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { post } from "./client.ts";

/** A write that the server acknowledged: it must survive any crash. */
export type AcknowledgedWrite =
  | { readonly kind: "signup"; readonly email: string; readonly beta: boolean }
  | { readonly kind: "inquiry"; readonly id: string; readonly email: string };

const AT_ONCE = 16;
const PAUSE_AFTER_REFUSAL = 20; // milliseconds

/** Concurrent visitors who sign up until they are stopped. Each acknowledgement is on disk before it counts. */
export class SignupLoad {
  readonly acknowledged: AcknowledgedWrite[] = [];
  readonly statuses = new Map<number | "none", number>();
  /** Emails that were sent, whether or not a response came. */
  readonly sent = new Set<string>();
  readonly #file: number;
  readonly #run = crypto.randomUUID().slice(0, 8);
  #going: Promise<unknown> | undefined;
  #stopped = true;
  #count = 0;

  constructor(file: string) {
    this.#file = openSync(file, "a");
  }

  /** The visitors are spread over the servers. */
  start(...urls: readonly string[]): void {
    this.#stopped = false;
    const visits = Array.from({ length: AT_ONCE }, (_, turn) => this.#visit(urls[turn % urls.length] ?? ""));
    this.#going = Promise.all(visits);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#going;
  }

  /** Waits until `more` further writes are acknowledged. */
  async until(more: number, within: number): Promise<void> {
    const wanted = this.acknowledged.length + more;
    const end = performance.now() + within;
    while (this.acknowledged.length < wanted) {
      if (performance.now() > end) throw new Error(`no ${more} answers within ${within} ms`);
      await Bun.sleep(5);
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  async #visit(url: string): Promise<void> {
    while (!this.#stopped) {
      const done = await this.#once(url, this.#count++);
      if (!done) await Bun.sleep(PAUSE_AFTER_REFUSAL);
    }
  }

  async #once(url: string, turn: number): Promise<boolean> {
    const kind = turn % 10;
    if (kind === 9) return this.#inquire(url, this.#fresh(turn));
    const known = kind > 5 ? this.#someone() : undefined;
    // the same person spells the address differently, with or without the beta flag
    const email = known === undefined ? this.#fresh(turn) : otherCase(known);
    return this.#join(url, email, kind % 3 === 2);
  }

  #fresh = (turn: number): string => `visitor.${this.#run}.${turn}@example.org`;

  #someone(): string | undefined {
    return this.acknowledged[Math.floor(Math.random() * this.acknowledged.length)]?.email;
  }

  async #join(url: string, email: string, beta: boolean): Promise<boolean> {
    this.sent.add(email.toLowerCase());
    const reply = await post(`${url}/api/waitlist`, { firstName: "Amina", email, isBetaTester: beta });
    this.#note(reply?.status ?? "none");
    if (reply?.status !== 201) return false;
    this.#promise({ kind: "signup", email: email.toLowerCase(), beta });
    return true;
  }

  async #inquire(url: string, email: string): Promise<boolean> {
    const reply = await post(`${url}/api/partnership`, { businessName: "Noor Foods", email });
    this.#note(reply?.status ?? "none");
    if (reply?.status !== 201) return false;
    this.#promise({ kind: "inquiry", id: String(reply.body.id), email });
    return true;
  }

  #note(status: number | "none"): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  #promise(promised: AcknowledgedWrite): void {
    writeSync(this.#file, `${JSON.stringify(promised)}\n`);
    fsyncSync(this.#file);
    this.acknowledged.push(promised);
  }
}

const otherCase = (email: string): string =>
  [...email].map((letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter)).join("");
