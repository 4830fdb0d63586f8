import { serverOf } from "../../../shared/server-address.ts";
import { waitAtMost } from "../../../shared/with-timeout.ts";
import { DatabaseUnavailable, NoWritableHost, sqlState } from "../../errors.ts";
import type { ClientPool, PoolClient } from "../client-pool.ts";
import type { HostRole } from "./host-role.ts";

/** How long a second primary may take to answer after a first one has: the newer one of two must be found. */
const GRACE = 500; // milliseconds
const PAUSE_OF_SUSPICION = 1_000; // milliseconds; a slow primary makes many statements time out
const QUEUE_TIMEOUT = /timeout exceeded when trying to connect/; // of a pool whose connections are all in use

interface Hosts {
  readonly urls: readonly string[];
  /** Opens a pool on one host. `check` must be called with the role of each new connection, and refuses it by throwing. */
  open(url: string, check: (role: HostRole) => void): ClientPool;
  ask(url: string): Promise<HostRole>;
  /** Called with the URL of the host when another one has become the primary. */
  onMove?: ((url: string) => void) | undefined;
}

interface Host {
  readonly url: string;
  readonly pool: ClientPool;
}

type Listen = (pool: ClientPool) => void;

/**
 * A pool on whichever host is the primary. The host is kept until a connection to it fails; then all hosts are asked at
 * once, and every caller waits for the same answer. A primary that is older than one seen before is never used again, so
 * an old primary that comes back after a failover is not taken for the new one.
 */
export class HostPools implements ClientPool {
  #current: Host | undefined;
  #choosing: Promise<Host> | undefined;
  #newest: HostRole | undefined;
  #chosenAt = 0;
  #ended = false;
  readonly #listeners: Listen[] = [];

  constructor(readonly hosts: Hosts) {}

  get totalCount(): number {
    return this.#current?.pool.totalCount ?? 0;
  }

  get idleCount(): number {
    return this.#current?.pool.idleCount ?? 0;
  }

  get waitingCount(): number {
    return this.#current?.pool.waitingCount ?? 0;
  }

  async connect(): Promise<PoolClient> {
    const host = this.#current ?? (await this.#choose());
    try {
      return await host.pool.connect();
    } catch (error) {
      if (this.#current === host && !mayHaveMoved(error)) throw error;
      const moved = this.#current === host ? undefined : this.#current;
      return (moved ?? (await this.#choose())).pool.connect();
    }
  }

  /** Looks for the primary in the background after a connection was lost, timed out or turned out to be read-only. */
  suspect(): void {
    if (this.#ended || Date.now() - this.#chosenAt < PAUSE_OF_SUSPICION) return;
    this.#choose().catch(() => {}); // the next caller tries again
  }

  on(event: "error" | "connect", listener: (each: never) => void): this {
    this.#listeners.push((pool) => pool.on(event as "error", listener as (error: Error) => void));
    return this;
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#choosing?.catch(() => {});
    await this.#current?.pool.end();
  }

  #choose(): Promise<Host> {
    this.#choosing ??= this.#askAll().finally(() => {
      this.#choosing = undefined;
      this.#chosenAt = Date.now();
    });
    return this.#choosing;
  }

  async #askAll(): Promise<Host> {
    const { roles, failure } = await this.#roles();
    const current = this.#current;
    const rank = (url: string) => (url === current?.url ? -1 : this.hosts.urls.indexOf(url));
    const [best] = roles
      .filter(({ role }) => this.#isUsable(role))
      .sort((a, b) => b.role.timeline - a.role.timeline || rank(a.url) - rank(b.url));
    if (!best) throw whyNone(this.hosts.urls, roles.length, failure);
    const { url, role } = best;
    this.#newest = role;
    if (current?.url === url) return current;
    return this.#moveTo(url);
  }

  /** The roles of the hosts that answer, and why one of the others did not. */
  async #roles() {
    const roles: { readonly url: string; readonly role: HostRole }[] = [];
    let failure: unknown;
    const found = Promise.withResolvers<void>();
    const all = Promise.all(
      this.hosts.urls.map(async (url) => {
        try {
          const role = await this.hosts.ask(url);
          roles.push({ url, role });
          if (this.#isUsable(role)) found.resolve();
        } catch (error) {
          failure ??= error;
        }
      }),
    );
    await Promise.race([all, found.promise]);
    await waitAtMost(all, GRACE);
    return { roles, failure };
  }

  #moveTo(url: string): Host {
    const pool = this.hosts.open(url, (role) => this.#check(role));
    for (const listen of this.#listeners) listen(pool);
    const before = this.#current;
    this.#current = { url, pool };
    if (before) {
      void before.pool.end(); // connections in use end with their statement
      this.hosts.onMove?.(url);
    }
    return this.#current;
  }

  #check(role: HostRole): void {
    if (!this.#isUsable(role)) throw new NoWritableHost();
    this.#newest = role;
  }

  /** A primary that has not been replaced. Timelines of different clusters say nothing about each other. */
  #isUsable({ writable, cluster, timeline }: HostRole): boolean {
    const newest = this.#newest;
    return writable && (newest?.cluster !== cluster || timeline >= newest.timeline);
  }
}

function whyNone(urls: readonly string[], answers: number, failure: unknown): unknown {
  if (answers > 0) return new NoWritableHost();
  if (sqlState(failure) !== undefined) return failure; // such as a wrong password
  const server = urls.map(serverOf).join(",");
  return new DatabaseUnavailable("Could not connect to any host of the database.", {
    cause: failure,
    server,
  });
}

function mayHaveMoved(error: unknown): boolean {
  if (error instanceof NoWritableHost) return true;
  const state = sqlState(error);
  if (state !== undefined) return state === "57P03" || state.startsWith("08");
  return !QUEUE_TIMEOUT.test(String(error));
}
