import { untilAborted, withTimeout } from "../../shared/with-timeout.ts";
import { CommitUnknown, DatabaseUnavailable, isConnectionLost, isUnavailable, sqlState } from "../errors.ts";
import type { Connection, Driver, RowShape, Statement, StatementRows } from "./driver.ts";
import { PARSERS, wireValue } from "./type-parsers.ts";

export type ReadType = (oid: number, format?: "text" | "binary") => (text: string) => unknown;

interface ClientQuery {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  readonly rowMode?: "array";
  readonly types: { getTypeParser: ReadType };
}

/** The common interface of `pg` and Neon's driver. */
export interface PoolClient {
  query(query: ClientQuery): Promise<unknown>;
  release(destroy?: boolean): void;
}

export interface ClientPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "connect", listener: (client: EventSource) => void): unknown;
}

interface EventSource {
  on(event: "error", seen: () => void): unknown;
  on(event: "notice", seen: (notice: { readonly routine?: string | undefined }) => void): unknown;
}

export const MAX_CONNECTIONS = 10;
export const IDLE_TIMEOUT = 30_000; // milliseconds

// both drivers report a lost connection only by these messages
const CONNECTION_LOST_MESSAGES = /connection (terminated|error|ended|closed)|not queryable|websocket/i;

const READ_ONLY = "25006"; // SQLSTATE of a write on a standby, or on a primary that an operator made read-only
/**
 * The function of the server that warns of a commit that no synchronous standby has confirmed. The statement succeeds
 * nevertheless if an operator cancels it while it waits.
 */
const NOT_REPLICATED = "SyncRepWaitForLSN";

// SQLSTATEs of a pooler that does not support named statements
const PREPARED_STATEMENT_ERRORS = new Set(["26000", "42P05"]);

/** Whether the server, or a pooler before it, supports named statements; found out by trying. */
interface Names {
  work: boolean;
}

type PoolOfConnections = Pick<Driver, "connect" | "pool" | "close">;

/** Connections from a pool of `pg` or of Neon's driver. `server` is named by failures, `readType` is that driver's table of parsers. */
export function poolConnections(
  pool: ClientPool,
  server: string,
  connectTimeout: number,
  readType: ReadType,
): PoolOfConnections {
  const types = {
    orm: { getTypeParser: typeParser("orm", readType) },
    rows: { getTypeParser: typeParser("rows", readType) },
  };
  const names: Names = { work: true };
  // Unhandled error events end the process: the pool emits them for idle clients, a client for itself in a transaction
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const unreplicated = new WeakSet<object>();
  pool.on("connect", (client) =>
    client.on("notice", ({ routine }) => routine === NOT_REPLICATED && unreplicated.add(client)),
  );
  const closing = new AbortController();
  const shared: PoolState = {
    types,
    names,
    unreplicated,
    closing: closing.signal,
  };
  return {
    connect: async () => new PooledConnection(await checkOut(pool, server, connectTimeout), shared),
    pool: () => ({ size: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => {
      closing.abort();
      return pool.end();
    },
  };
}

/** What the connections of a pool share. */
interface PoolState {
  readonly types: Record<RowShape, { getTypeParser: ReadType }>;
  readonly names: Names;
  /** The clients that the server has warned of a commit without a standby. */
  readonly unreplicated: WeakSet<object>;
  /** Aborted once the pool closes. */
  readonly closing: AbortSignal;
}

function typeParser(shape: RowShape, readType: ReadType): ReadType {
  const own = PARSERS[shape];
  return (oid, format) => own[oid] ?? readType(oid, format);
}

async function checkOut(pool: ClientPool, server: string, connectTimeout: number): Promise<PoolClient> {
  const client = pool.connect();
  let late = false;
  client.then(
    (each) => late && each.release(),
    () => {},
  );
  try {
    // a fallback for a socket that ignores being destroyed; the limit of the pool comes first
    return await withTimeout(client, connectTimeout + 500, () => {
      late = true;
      return new DatabaseUnavailable("No database connection was available in time.", { server });
    });
  } catch (error) {
    if (sqlState(error) !== undefined || error instanceof DatabaseUnavailable) throw error;
    throw new DatabaseUnavailable("Could not connect to the database.", { cause: error, server });
  }
}

interface Sending {
  readonly timeoutMs: number;
  /** Whether as a prepared statement. */
  readonly named?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export class PooledConnection implements Connection {
  broken = false;
  #released = false;
  /** A statement whose caller has left. */
  #abandoned: Promise<unknown> | undefined;

  constructor(
    readonly client: PoolClient,
    readonly pool: PoolState,
  ) {}

  async run(statement: Statement, timeoutMs: number, signal?: AbortSignal): Promise<StatementRows> {
    try {
      const named = statement.prepared === true && this.pool.names.work;
      return await this.#send(statement, { timeoutMs, named, signal });
    } catch (error) {
      if (!statement.prepared || !PREPARED_STATEMENT_ERRORS.has(sqlState(error) ?? "")) throw error;
      this.pool.names.work = false; // refused before it had an effect, so that it can be retried
      return this.#send(statement, { timeoutMs, signal });
    }
  }

  async #send(
    { text, params, shape }: Statement,
    { timeoutMs, named, signal }: Sending,
  ): Promise<StatementRows> {
    if (this.broken) throw new DatabaseUnavailable("The connection to the database was lost.");
    const answer = this.client.query({
      text,
      ...(named && { name: statementName(text) }),
      ...(params?.length && { values: params.map(wireValue) }),
      ...(shape === "orm" && { rowMode: "array" }),
      types: this.pool.types[shape],
    });
    try {
      const limited = withTimeout(answer, timeoutMs, () => {
        this.#drop();
        return new DatabaseUnavailable("The database did not answer in time.");
      });
      const result = await untilAborted(limited, signal, () => {
        this.broken = true;
        this.#abandoned = limited;
      });
      if (this.pool.unreplicated.has(this.client))
        throw new CommitUnknown("No standby confirmed the commit.");
      return readResult(result);
    } catch (error) {
      if (sqlState(error) === READ_ONLY) {
        this.#drop();
        throw new DatabaseUnavailable("The database accepts no writes.", { cause: error });
      }
      if (this.#abandoned || !isConnectionLost(error)) throw error;
      this.#drop();
      if (isUnavailable(error) || !CONNECTION_LOST_MESSAGES.test(String(error))) throw error;
      throw new DatabaseUnavailable("The connection to the database was lost.", { cause: error });
    }
  }

  async readText(statement: Statement, timeoutMs: number): Promise<Uint8Array[]> {
    const raw = new RawRows(this.client);
    try {
      await this.#send(statement, { timeoutMs });
      return raw.values;
    } finally {
      if (!raw.ended) this.broken = true; // its rows are still on the way
    }
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    if (this.#abandoned) void this.#discardOnceEnded(this.#abandoned);
    else this.client.release(this.broken);
  }

  /** Closing the connection ends no running statement: until it has ended or the pool closes, it keeps its place. */
  async #discardOnceEnded(abandoned: Promise<unknown>): Promise<void> {
    await untilAborted(abandoned, this.pool.closing).catch(() => {});
    this.client.release(true);
  }

  /** Discards the connection: with a statement in progress, the next caller would get its result. */
  #drop(): void {
    this.broken = true;
    this.release();
  }
}

/**
 * From its text, so that instances of different versions behind one pooler never share a name for different statements.
 */
const statementName = (text: string): string => `rihla_${Bun.hash(text).toString(36)}`;

/** Both drivers return one result, or a list for several statements in one text. */
function readResult(result: unknown): StatementRows {
  const last = (Array.isArray(result) ? result.at(-1) : result) as {
    rows?: unknown[];
    rowCount?: number | null;
  };
  return { rows: last.rows ?? [], rowCount: last.rowCount ?? 0 };
}

/** The socket of a client of `pg` or of Neon's driver, whose only listener for data is the parser of messages. */
interface MessageStream {
  listeners(event: "data"): Listener[];
  on(event: "data", listener: Listener): unknown;
  removeListener(event: "data", listener: Listener): unknown;
}

type Listener = (chunk: Buffer) => void;

/** Both drivers are made of the same connection; the types of Neon's leave it out. */
const streamOf = (client: PoolClient): MessageStream =>
  (client as unknown as { connection: { stream: MessageStream } }).connection.stream;

const DATA_ROW = 68; // "D"
const READY = 90; // "Z"
const HEADER = 5; // the type of a message and the length of the rest, which includes the 4 bytes of the length
const ROW_HEADER = 6; // the number of columns and the length of the first one

/**
 * Takes the rows of the next statement off the wire, as the parser of the driver would make several objects and a string of
 * every row. All other messages go on to the parser, so that the driver sees a statement without rows.
 */
export class RawRows {
  /** The values of the only column, one after the other, in the memory of the chunks that brought them. */
  readonly values: Buffer[] = [];
  readonly #stream: MessageStream;
  readonly #parsers: readonly Listener[];
  /** The beginning of a message: of a row, a part of its headers alone. */
  #rest: Buffer | null = null;
  /** How many bytes of the last value are in the next chunks. */
  #missing = 0;
  #ended = false;

  /** The connection must be idle: a partial message in the parser would be lost. */
  constructor(client: PoolClient) {
    this.#stream = streamOf(client);
    this.#parsers = this.#stream.listeners("data");
    this.#stream.on("data", this.#take);
    for (const parser of this.#parsers) this.#stream.removeListener("data", parser);
  }

  /** Whether the statement is over and the parser has the socket again. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Moves the values to the front of the chunk, over the headers; one that goes on in the next chunk is there already. */
  readonly #take = (received: Buffer): void => {
    const chunk = this.#rest ? Buffer.concat([this.#rest, received]) : received;
    let at = Math.min(this.#missing, chunk.length);
    let kept = at;
    this.#missing -= at;
    while (at + HEADER <= chunk.length) {
      const end = at + 1 + chunk.readUInt32BE(at + 1);
      const isRow = chunk[at] === DATA_ROW;
      const value = at + HEADER + ROW_HEADER;
      if ((isRow ? value : end) > chunk.length) break;
      if (isRow) {
        chunk.copyWithin(kept, value, end);
        at = Math.min(end, chunk.length);
        kept += at - value;
        this.#missing = end - at;
      } else {
        this.#pass(chunk.subarray(at, end));
        at = end;
      }
    }
    if (kept > 0) this.values.push(chunk.subarray(0, kept));
    this.#rest = at < chunk.length ? Buffer.from(chunk.subarray(at)) : null;
  };

  #pass(message: Buffer): void {
    if (message[0] === READY) this.#end();
    for (const parser of this.#parsers) parser(Buffer.from(message)); // a copy, as the parser may keep it
  }

  #end(): void {
    this.#ended = true;
    for (const parser of this.#parsers) this.#stream.on("data", parser);
    this.#stream.removeListener("data", this.#take);
  }
}
