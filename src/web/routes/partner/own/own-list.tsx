import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { OWN } from "./content.ts";

interface Listed<Item> {
  readonly data: { readonly items: readonly Item[] } | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

interface OwnListProps<Item> {
  readonly list: Listed<Item>;
  readonly words: {
    readonly title: string;
    readonly failed: string;
    readonly empty: string;
    readonly emptyText: string;
  };
  /** The way on from an empty list. */
  readonly emptyAction: ReactNode;
  readonly keyOf: (item: Item) => string;
  readonly card: (item: Item) => ReactNode;
}

/** What is one's own, as cards; what others decided meanwhile comes with a press. */
export function OwnList<Item>({ list, words, emptyAction, keyOf, card }: OwnListProps<Item>) {
  return (
    <section className="own">
      <header className="own-head">
        <h2>{words.title}</h2>
        <Button
          look="text"
          className="button-small"
          disabled={list.isFetching}
          onClick={() => void list.refetch()}
        >
          {OWN.refresh}
        </Button>
      </header>
      <Loaded query={list} failed={words.failed} rows={3}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={words.empty} action={emptyAction}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <ul className="own-cards">
              {items.map((item) => (
                <li key={keyOf(item)}>{card(item)}</li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {list.hasNextPage && (
        <Button look="quiet" className="button-small find-more" onClick={() => void list.fetchNextPage()}>
          {OWN.more}
        </Button>
      )}
    </section>
  );
}
