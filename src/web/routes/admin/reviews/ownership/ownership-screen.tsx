import { type ReactNode, useRef, useState } from "react";
import type { ClaimDecision, Decision } from "../../../../../shared/reviews/reviews.ts";
import { ShortcutsHint } from "../../../../kit/commands/shortcuts-hint.tsx";
import { Button } from "../../../../kit/page/button.tsx";
import { EmptyState } from "../../../../kit/page/states.tsx";
import { OWNERSHIP_SHORTCUTS } from "../content.ts";
import { useLeaveCase } from "../use-open-case.ts";
import { useReviewShortcuts } from "../use-review-shortcuts.ts";
import { CaseList, type CaseListProps } from "./case-list.tsx";
import type { DecideActions } from "./decide-props.ts";
import type { ShownCase } from "./shown.ts";
import { openIdOf, useOpenNext } from "./use-cases.ts";

interface OwnershipScreenProps<Case extends ShownCase> extends Omit<CaseListProps<Case>, "listRef" | "open"> {
  /** The open case, if it is in the list or was decided lately. */
  readonly found: Case | undefined;
  readonly children: (shown: Case, actions: DecideActions) => ReactNode;
}

/** The decision form that is open; it closes with its case. */
interface OpenDecision {
  readonly key: string;
  readonly decision: Decision;
}

/** The list on the left and the case on the right; on a phone one at a time. */
export function OwnershipScreen<Case extends ShownCase>(props: OwnershipScreenProps<Case>) {
  const { kind, words, cases, listState, found, children } = props;
  const openNext = useOpenNext(kind, listState.search);
  const list = useRef<HTMLElement>(null);
  const key = listState.search.case;
  const leave = useLeaveCase(list, key);
  const id = openIdOf(listState.search, kind);
  const shown = useKept(found, id);
  const [deciding, setDeciding] = useState<OpenDecision | null>(null);
  const decision = deciding !== null && deciding.key === key ? deciding.decision : null;
  function decide(next: ClaimDecision | null): void {
    if (next !== "more") setDeciding(next && key ? { key, decision: next } : null);
  }
  async function settled(decided: string): Promise<void> {
    const hasNext = await openNext(decided);
    setDeciding(null);
    // The focused form is gone with the last case.
    if (!hasNext) list.current?.focus();
  }
  useReviewShortcuts({ list, open: id && key, decision, decide, leave }, OWNERSHIP_SHORTCUTS);
  return (
    <div className="review-screen" data-open={id === undefined ? undefined : true}>
      <div className="review-screen-side">
        <CaseList {...props} listRef={list} open={id} />
        <ShortcutsHint words={OWNERSHIP_SHORTCUTS} />
      </div>
      <section className="review-screen-case" aria-label={words.pane}>
        {id === undefined ? (
          <div className="list-card review-screen-none">
            <EmptyState title={words.choose}>{words.chooseText}</EmptyState>
          </div>
        ) : (
          <article className="list-card case" key={id}>
            <div className="case-back">
              <Button look="text" className="button-tiny" onClick={leave}>
                {words.back}
              </Button>
            </div>
            {shown
              ? children(shown, { decision, onDecide: decide, onSettled: () => settled(id) })
              : cases.data && <EmptyState title={words.goneTitle}>{words.goneText}</EmptyState>}
          </article>
        )}
      </section>
    </div>
  );
}

/** The open case; it stays on the screen while the list is read again without it, and so does a note about it. */
function useKept<Case extends ShownCase>(found: Case | undefined, id: string | undefined) {
  const [kept, setKept] = useState(found);
  if (found && found !== kept) setKept(found);
  return found ?? (kept?.id === id ? kept : undefined);
}
