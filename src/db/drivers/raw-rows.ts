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
