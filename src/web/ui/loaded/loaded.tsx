import type { ReactNode } from "react";
import { ErrorState, Skeleton } from "../states/states.tsx";

interface Loading<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  readonly query: Loading<Data>;
  /** What it says where the load failed. */
  readonly failed: string;
  readonly rows?: number | undefined;
  readonly children: (data: Data) => ReactNode;
}

/** What was loaded, or that it is on its way, or why it is not there. */
export function Loaded<Data>({ query, failed, rows = 6, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error)
    return <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton rows={rows} />;
}
