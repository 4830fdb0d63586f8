import type { Operation } from "../../src/core/rpc/operations.ts";

export type Input = Readonly<Record<string, unknown>>;

/** A way to call operations: in this process, through the admin socket or over the network. */
export interface Transport {
  readonly kind: "process" | "socket" | "network";
  /** Returns a `Page` for a list. Times are `Date`s or ISO strings. `progress` gets the number of entries read so far. */
  call(operation: Operation, input: Input, progress?: (count: number) => void): Promise<unknown>;
  /** Like `call`, but never prompts and never uses up a one-time code; null if it would have to. */
  poll?(operation: Operation, input: Input): Promise<unknown>;
  download(operation: Operation, input: Input): Promise<AsyncIterable<Uint8Array>>;
  close(): Promise<void>;
}

/**
 * What a command needs of the database:
 * - `migrated`: an up-to-date schema
 * - `any`: whatever exists
 * - `diagnosed`: whatever exists, even if it cannot be reached or has another SECRET_KEY
 * - `created`: as `migrated`, and an embedded database may be created
 * - `replaced`: as `created`, and its content is about to be replaced, so the present key does not matter
 * - `restored`: an embedded database may be created; neither the schema nor the key matters
 * - `keyless`: as `migrated`, and the SECRET_KEY may have been lost
 */
export type DatabaseNeed = "migrated" | "any" | "diagnosed" | "created" | "replaced" | "restored" | "keyless";

export const mayCreate = (need: DatabaseNeed): boolean => ["created", "replaced", "restored"].includes(need);

export interface Destination {
  readonly url: string | undefined;
  readonly need: DatabaseNeed;
}
