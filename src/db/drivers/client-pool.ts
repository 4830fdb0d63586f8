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
