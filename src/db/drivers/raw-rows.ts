import type { PoolClient } from "./client-pool.ts";

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
  /** The values of the only column, in the memory of the chunks that brought them. */
  readonly values: Buffer[] = [];
  readonly #stream: MessageStream;
  readonly #parsers: readonly Listener[];
  #rest: Buffer | null = null;
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

  readonly #take = (received: Buffer): void => {
    const rest = this.#rest;
    const missing = rest ? missingOf(rest, received) : 0;
    if (!rest || missing > received.length) {
      this.#rest = this.#cut(rest ? Buffer.concat([rest, received]) : received);
      return;
    }
    // only this message is copied: copies of whole chunks would wait for the garbage collector
    this.#cut(Buffer.concat([rest, received.subarray(0, missing)]));
    this.#rest = this.#cut(received.subarray(missing));
  };

  /** Cuts the values out of whole messages; returns the beginning of one that is not whole. */
  #cut(chunk: Buffer): Buffer | null {
    let at = 0;
    let kept = 0; // values are moved to the front of the chunk, over the headers
    while (at + HEADER <= chunk.length) {
      const end = at + 1 + chunk.readUInt32BE(at + 1);
      if (end > chunk.length) break;
      if (chunk[at] === DATA_ROW) {
        const start = at + HEADER + ROW_HEADER;
        chunk.copyWithin(kept, start, end);
        kept += Math.max(0, end - start);
      } else this.#pass(chunk.subarray(at, end));
      at = end;
    }
    if (kept > 0) this.values.push(chunk.subarray(0, kept));
    return at < chunk.length ? Buffer.from(chunk.subarray(at)) : null;
  }

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

/** How many bytes a message needs after its beginning. */
function missingOf(beginning: Buffer, next: Buffer): number {
  const header = beginning.length < HEADER ? Buffer.concat([beginning, next.subarray(0, HEADER)]) : beginning;
  return header.length < HEADER ? Number.POSITIVE_INFINITY : 1 + header.readUInt32BE(1) - beginning.length;
}
