import { type ReactNode, useRef } from "react";
import { OWN } from "../../../../copy/en/partner.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toastError } from "../../../lib/toast.ts";
import { Arrival } from "./arrival.tsx";

interface Listed<Item> {
  readonly data: { readonly items: readonly Item[] } | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly refetch: () => Promise<{ readonly error: unknown }>;
  readonly fetchNextPage: () => Promise<{ readonly error: unknown }>;
}

interface OwnListProps<Item> {
  readonly list: Listed<Item>;
  readonly words: {
    readonly title: string;
    readonly failed: string;
    readonly empty: string;
    readonly emptyText: string;
  };
  /** The action of an empty list. */
  readonly emptyAction: ReactNode;
  readonly keyOf: (item: Item) => string;
  readonly card: (item: Item) => ReactNode;
}

/** The partner's own records as cards, with a button that refreshes them. */
export function OwnList<Item>({ list, words, emptyAction, keyOf, card }: OwnListProps<Item>) {
  const cards = useRef<HTMLUListElement>(null);
  const utils = trpc.useUtils();
  async function refresh(): Promise<void> {
    if (list.isFetching) return;
    const [{ error }] = await Promise.all([
      list.refetch(),
      ...[utils.partner.ownership.invalidate(), utils.partner.renewals.invalidate()], // are shown with them
    ]);
    if (error) toastError(words.failed, error);
  }
  async function readOn(pressed: Element): Promise<void> {
    const last = cards.current?.lastElementChild;
    const { error } = await list.fetchNextPage();
    if (error) toastError(words.failed, error);
    else if (last instanceof HTMLElement) focusFrom(pressed, last);
  }
  return (
    <section className="own-list">
      <header className="own-list-head">
        <h2>{words.title}</h2>
        <Button look="text" className="button-small" aria-disabled={list.isFetching} onClick={refresh}>
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
            <ul className="own-list-cards" ref={cards}>
              {items.map((item) => (
                <Arrival key={keyOf(item)} id={keyOf(item)}>
                  {card(item)}
                </Arrival>
              ))}
            </ul>
          )
        }
      </Loaded>
      {list.hasNextPage && (
        <Button look="quiet" className="button-small" onClick={(event) => void readOn(event.currentTarget)}>
          {OWN.more}
        </Button>
      )}
    </section>
  );
}
