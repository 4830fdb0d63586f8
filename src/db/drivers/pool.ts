import { withTimeout } from "../../shared/with-timeout.ts";
import { DatabaseUnavailable, isConnectionLost, isUnavailable, sqlState } from "../errors.ts";
import type { Connection, RowShape, Statement, StatementRows } from "./driver.ts";
import { PARSERS, wireValue } from "./type-parsers.ts";

export const MAX_CONNECTIONS = 10;
export const IDLE_TIMEOUT = 30_000; // milliseconds

// both drivers tell of a lost link in words alone
const LINK_MESSAGES = /connection (terminated|error|ended|closed)|not queryable|websocket/i;

type ReadType = (oid: number, format?: "text" | "binary") => (text: string) => unknown;

// what a pooler between us and the server says that does not know names of statements
const PREPARED_STATEMENT_ERRORS = new Set(["26000", "42P05"]);

interface ClientQuery {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  readonly rowMode?: "array";
  readonly types: { getTypeParser: ReadType };
}

/** What `pg` and Neon's driver have in common. */
export interface PoolClient {
  query(query: ClientQuery): Promise<unknown>;
  release(destroy?: boolean): void;
}

export interface ClientPool {
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(
    event: "connect",
    listener: (client: { on(event: "error", seen: () => void): unknown }) => void,
  ): unknown;
}

/** Whether statements can be kept by name on the way to the server; found out by trying. */
interface Names {
  work: boolean;
}

export interface PoolOfConnections {
  connect(): Promise<Connection>;
  close(): Promise<void>;
}

/** Connections out of a pool of `pg` or of Neon's driver. `readType` is that driver's own table of parsers. */
export function poolConnections(
  pool: ClientPool,
  connectTimeout: number,
  readType: ReadType,
): PoolOfConnections {
  const types = {
    orm: { getTypeParser: typeParser("orm", readType) },
    rows: { getTypeParser: typeParser("rows", readType) },
  };
  const names: Names = { work: true };
  // An error event that nobody hears ends the process: the pool's for idle clients, the client's own inside a transaction
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    connect: async () => new PooledConnection(await checkOut(pool, connectTimeout), types, names),
    close: () => pool.end(),
  };
}

function typeParser(shape: RowShape, readType: ReadType): ReadType {
  const own = PARSERS[shape];
  return (oid, format) => own[oid] ?? readType(oid, format);
}

async function checkOut(pool: ClientPool, connectTimeout: number): Promise<PoolClient> {
  const client = pool.connect();
  let late = false;
  client.then(
    (each) => late && each.release(),
    () => {},
  );
  try {
    // the pool's own limit comes first; this one is for a socket that ignores being destroyed
    return await withTimeout(client, connectTimeout + 500, () => {
      late = true;
      return new DatabaseUnavailable("The database took no connection in time.");
    });
  } catch (error) {
    if (sqlState(error) !== undefined || error instanceof DatabaseUnavailable) throw error;
    throw new DatabaseUnavailable("The database took no connection.", { cause: error });
  }
}

class PooledConnection implements Connection {
  broken = false;
  #released = false;

  constructor(
    readonly client: PoolClient,
    readonly types: Record<RowShape, { getTypeParser: ReadType }>,
    readonly names: Names,
  ) {}

  async run(statement: Statement, timeoutMs: number): Promise<StatementRows> {
    try {
      return await this.#ask(statement, timeoutMs, statement.prepared === true && this.names.work);
    } catch (error) {
      if (!statement.prepared || !PREPARED_STATEMENT_ERRORS.has(sqlState(error) ?? "")) throw error;
      this.names.work = false; // refused before anything was done, so that it can be asked again
      return this.#ask(statement, timeoutMs, false);
    }
  }

  async #ask({ text, params, shape }: Statement, timeoutMs: number, named: boolean): Promise<StatementRows> {
    if (this.broken) throw new DatabaseUnavailable("The connection to the database was lost.");
    const answer = this.client.query({
      text,
      ...(named && { name: statementName(text) }),
      ...(params?.length && { values: params.map(wireValue) }),
      ...(shape === "orm" && { rowMode: "array" }),
      types: this.types[shape],
    });
    try {
      return readResult(
        await withTimeout(answer, timeoutMs, () => {
          this.#drop();
          return new DatabaseUnavailable("The database did not answer in time.");
        }),
      );
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      this.#drop();
      if (isUnavailable(error) || !LINK_MESSAGES.test(String(error))) throw error;
      throw new DatabaseUnavailable("The connection to the database was lost.", { cause: error });
    }
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.client.release(this.broken);
  }

  /** Thrown away at once: a client with a statement under way would hand its answer to the next caller. */
  #drop(): void {
    this.broken = true;
    this.release();
  }
}

/** By its text, so that instances of other versions behind one pooler never mean another statement by it. */
const statementName = (text: string): string => `rihla_${Bun.hash(text).toString(36)}`;

/** Both drivers give one result, or a list of them for several statements in one text. */
function readResult(result: unknown): StatementRows {
  const last = (Array.isArray(result) ? result.at(-1) : result) as {
    rows?: unknown[];
    rowCount?: number | null;
  };
  return { rows: last.rows ?? [], rowCount: last.rowCount ?? 0 };
}
