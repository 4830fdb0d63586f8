import type { Operation } from "../../src/core/rpc/operations.ts";

export type Input = Readonly<Record<string, unknown>>;

/** A way to the operations: in this process, through the operators' socket or over the network. */
export interface Transport {
  readonly kind: "process" | "socket" | "network";
  /** The result; of a list a `Page`. Times are dates or their ISO texts. `progress` hears of a file's entries. */
  call(operation: Operation, input: Input, progress?: (count: number) => void): Promise<unknown>;
  /** As `call`, where looking must neither ask anybody nor spend what works once; null where it would. */
  poll?(operation: Operation, input: Input): Promise<unknown>;
  download(operation: Operation, input: Input): Promise<AsyncIterable<Uint8Array>>;
  close(): Promise<void>;
}

/**
 * How much of a database a command needs: its schema, whatever is there, one that may be made for it, or one that it
 * may make and will fill anew, so that the key of what is there means nothing.
 */
export type DatabaseNeed = "migrated" | "any" | "made" | "replaced";

/** Whether a command may make the database that it needs. */
export const mayCreate = (need: DatabaseNeed): boolean => need === "made" || need === "replaced";

/** Where the global options send a command. */
export interface Destination {
  readonly url: string | undefined;
  readonly need: DatabaseNeed;
}
