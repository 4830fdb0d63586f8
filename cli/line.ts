import type { Operation } from "../src/core/operations.ts";

export type Input = Readonly<Record<string, unknown>>;

/** A way to the operations: in this process, through the operators' socket or over the network. */
export interface Line {
  readonly kind: "process" | "socket" | "network";
  /** The result; of a list a `Page`. Times are dates or their ISO texts. `progress` hears of a file's entries. */
  call(operation: Operation, input: Input, progress?: (count: number) => void): Promise<unknown>;
  download(operation: Operation, input: Input): Promise<AsyncIterable<Uint8Array>>;
  close(): Promise<void>;
}

/** How much of a database a command needs: its schema, whatever is there, or one that may be made for it. */
export type Need = "migrated" | "any" | "made";

/** Where the global options send a command. */
export interface Destination {
  readonly url: string | undefined;
  readonly need: Need;
}
