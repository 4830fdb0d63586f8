import type { ReactNode } from "react";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../controls/button.tsx";
import { Star } from "./star.tsx";

interface SkeletonProps {
  readonly rows?: number;
  /** Announced while the rows load. */
  readonly label?: string;
}

/** Placeholder rows. */
export function Skeleton({ rows = 6, label = "Loading" }: SkeletonProps) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without a content of their own
        <span key={row} className="skeleton-bar" aria-hidden="true" />
      ))}
    </div>
  );
}

interface EmptyStateProps {
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="state">
      <Star className="star state-star" />
      <p className="state-title">{title}</p>
      {children && <p className="soft">{children}</p>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

const UNREACHED = "The server could not be reached. Check the connection and try again.";

/** Why something could not be loaded, with a retry button. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <div className="state" role="alert">
      <p className="state-title">{title}</p>
      <p className="soft">{messageOf(error) ?? UNREACHED}</p>
      <Button look="quiet" className="button-small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

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

interface NoMatchWords {
  readonly noMatch: string;
  readonly noMatchText?: string;
  readonly clear: string;
}

interface NoMatchProps {
  readonly words: NoMatchWords;
  readonly onClear: () => void;
}

/** Shown if a search or filter has no match, with a button that clears it. */
export const NoMatch = ({ words, onClear }: NoMatchProps) => (
  <EmptyState
    title={words.noMatch}
    action={
      <Button look="quiet" className="button-small" onClick={onClear}>
        {words.clear}
      </Button>
    }
  >
    {words.noMatchText}
  </EmptyState>
);
