import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../../../ui/button/button.tsx";
import { EmptyState } from "../../../../ui/states/states.tsx";
import { useOpenCase } from "../use-open-case.ts";
import { CaseList, type CaseListProps } from "./case-list.tsx";
import type { ShownCase } from "./shown.ts";
import { useOpenNext } from "./use-cases.ts";

interface OwnershipScreenProps<Case extends ShownCase> extends Omit<CaseListProps<Case>, "listRef" | "open"> {
  readonly children: (shown: Case, onSettled: () => Promise<void>) => ReactNode;
}

/** The list on the left and the case on the right; on a phone one at a time. */
export function OwnershipScreen<Case extends ShownCase>(props: OwnershipScreenProps<Case>) {
  const { kind, words, cases, listState, children } = props;
  const openCase = useOpenCase();
  const openNext = useOpenNext(kind, listState.search);
  const list = useRef<HTMLElement>(null);
  const key = listState.search.case;
  const id = key?.startsWith(`${kind}:`) ? key.slice(kind.length + 1) : undefined;
  const shown = useKept(cases.data?.items, id);
  async function settled(decided: string): Promise<void> {
    // The focused form is gone with the last case.
    if (!(await openNext(decided))) list.current?.focus();
  }
  async function leave(): Promise<void> {
    await openCase(undefined);
    list.current?.querySelector<HTMLElement>(`[data-case="${CSS.escape(key ?? "")}"]`)?.focus();
  }
  return (
    <div className="review-screen" data-open={id === undefined ? undefined : true}>
      <div className="review-screen-side">
        <CaseList {...props} listRef={list} open={id} />
      </div>
      <section className="review-screen-case" aria-label={words.pane}>
        {id === undefined ? (
          <div className="list-card review-screen-none">
            <EmptyState title={words.choose}>{words.chooseText}</EmptyState>
          </div>
        ) : (
          <article className="list-card case" key={id}>
            <div className="case-back">
              <Button look="text" className="button-tiny" onClick={() => void leave()}>
                {words.back}
              </Button>
            </div>
            {shown
              ? children(shown, () => settled(id))
              : cases.data && <EmptyState title={words.goneTitle}>{words.goneText}</EmptyState>}
          </article>
        )}
      </section>
    </div>
  );
}

/** The open case; it stays on the screen while the list is read again without it, and so does a note about it. */
function useKept<Case extends ShownCase>(items: readonly Case[] | undefined, id: string | undefined) {
  const found = items?.find((item) => item.id === id);
  const [kept, setKept] = useState(found);
  if (found && found !== kept) setKept(found);
  return found ?? (kept?.id === id ? kept : undefined);
}
