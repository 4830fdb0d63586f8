import type { ReactNode } from "react";
import { ErrorState, Skeleton } from "./states.tsx";

/** The part of a query that is used here. */
export interface Loading<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  readonly query: Loading<Data>;
  /** Shown where the load failed. */
  readonly failed: string;
  readonly rows?: number | undefined;
  readonly children: (data: Data) => ReactNode;
}

/** The loaded data, a skeleton until it is there, or the error. */
export function Loaded<Data>({ query, failed, rows = 6, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error)
    return <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton rows={rows} />;
}
