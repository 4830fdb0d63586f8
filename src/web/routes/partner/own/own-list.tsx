import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { OWN } from "../../../../copy/en/partner.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Confirm } from "../../../kit/dialog/confirm.tsx";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toastError, toastOutcome } from "../../../lib/toast.ts";
import { portalSearchParams, type TabId, tabElement } from "../search-params.ts";

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

interface ArrivalProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** An item of a list, which gets the focus if the URL leads to it. */
export function Arrival({ id, children }: ArrivalProps) {
  const { at, ...search } = portalSearchParams.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (at !== id) return;
    item.current?.focus();
    void navigate({ to: "/partner", search, replace: true, resetScroll: false }); // once
  });
  return (
    <li ref={item} tabIndex={-1}>
      {children}
    </li>
  );
}

interface QuestionButtonProps extends Pick<ComponentProps<typeof Button>, "look" | "aria-label"> {
  readonly words: Readonly<Record<"open" | "title" | "action" | "acting" | "cancel" | "failed", string>>;
  /** The title of the toast. */
  readonly done: string;
  readonly send: () => Promise<unknown>;
  /** Loads again what the change concerns, also after a refusal. */
  readonly reload: () => Promise<unknown>;
  /** The tab that gets the focus, because the button is gone once the change is made. */
  readonly tab: TabId;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
  /** What the dialog says. */
  readonly children: ReactNode;
}

/** A button that asks before it changes what the partner has. */
export function QuestionButton({ words, done, send, reload, tab, ...props }: QuestionButtonProps) {
  const { buttonRef, children, ...button } = props;
  const [asks, setAsks] = useState(false);
  const own = useRef<HTMLButtonElement>(null);
  const opener = buttonRef ?? own;
  async function confirm(): Promise<void> {
    const isDone = await toastOutcome(send(), { done: { title: done }, failed: words.failed });
    setAsks(false);
    await reload();
    if (isDone) focusFrom(opener.current, tabElement(tab));
  }
  return (
    <>
      <Button {...button} className="button-small" ref={opener} onClick={() => setAsks(true)}>
        {words.open}
      </Button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={words.title}
        action={words.action}
        acting={words.acting}
        cancel={words.cancel}
        onConfirm={confirm}
      >
        {children}
      </Confirm>
    </>
  );
}
