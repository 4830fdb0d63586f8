import type { ReactNode } from "react";
import { NoMatch } from "../../ui/states/nothing-found.tsx";
import { EmptyState } from "../../ui/states/states.tsx";
import type { ListWords } from "./declare-list.ts";
import type { Filters } from "./list-params.ts";

interface NoRowsProps {
  readonly words: ListWords;
  readonly filters: Filters;
  readonly values: ReadonlyMap<string, unknown>;
  /** What to do about a list that is empty without a filter. */
  readonly action: ReactNode;
  readonly onClear: () => void;
}

export function NoRows({ words, filters, values, action, onClear }: NoRowsProps) {
  const filtered = [...values.values()].some((value) => value !== undefined && value !== "");
  if (!filtered || !words.noMatch) {
    return (
      <EmptyState title={words.empty} action={action}>
        {words.emptyText}
      </EmptyState>
    );
  }
  const { noMatch, noMatchText } = words;
  return (
    <NoMatch
      words={{ noMatch, ...(noMatchText && { noMatchText }), clear: clearLabel(filters) }}
      onClear={onClear}
    />
  );
}

function clearLabel(filters: Filters): string {
  const kinds = Object.values(filters).map(({ kind }) => kind);
  if (!kinds.includes("search")) return "Clear filters";
  return kinds.length > 1 ? "Clear search and filters" : "Clear search";
}
