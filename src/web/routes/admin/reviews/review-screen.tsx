import { useRef, useState } from "react";
import type { ClaimDecision } from "../../../../shared/reviews/reviews.ts";
import { ShortcutsHint } from "../../../blocks/keys/shortcuts-hint.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus-from.ts";
import { decisionTimeSentence } from "../../../lib/format/decision-time.ts";
import { useListSearchParams } from "../../../lib/list/use-search-params.ts";
import { EmptyState } from "../../../ui/states/states.tsx";
import { CasePane } from "./case/case-pane.tsx";
import { CASE, REVIEWS, SHORTCUTS } from "./content.ts";
import { Queue } from "./queue/queue.tsx";
import { keyOf } from "./queue/queue-rows.ts";
import { nextCase, useRefetchQueue, useWaiting } from "./queue/use-queue.ts";
import { type ReviewSearchParams, reviewSearchParams } from "./search-params.ts";
import { useLeaveCase, useOpenCase } from "./use-open-case.ts";
import { useReviewShortcuts } from "./use-review-shortcuts.ts";

/** The decision form that is open; it closes with its case. */
interface OpenDecision {
  readonly key: string;
  readonly decision: ClaimDecision;
}

/** The queue on the left and the case on the right; on a phone one at a time. */
export function ReviewScreen() {
  const listState = useListSearchParams<ReviewSearchParams>(reviewSearchParams);
  const key = listState.search.case;
  const list = useRef<HTMLElement>(null);
  const leave = useLeaveCase(list, key);
  const [deciding, setDeciding] = useState<OpenDecision | null>(null);
  const moveOn = useOpenNextCase(listState.search);
  const decision = deciding !== null && deciding.key === key ? deciding.decision : null;
  const decide = (next: ClaimDecision | null) => setDeciding(next && key ? { key, decision: next } : null);
  async function settled(decided: string): Promise<void> {
    const next = await moveOn(decided);
    setDeciding(null); // after an undo the case opens without its form
    // The focused form is gone with the last case.
    if (next === undefined) focusFrom(null, list.current);
  }
  useReviewShortcuts({ list, open: key, decision, decide, leave });
  return (
    <div className="review-screen" data-open={key === undefined ? undefined : true}>
      <div className="review-screen-side">
        <Queue listState={listState} listRef={list} />
        <DecisionTime />
        <ShortcutsHint words={SHORTCUTS} />
      </div>
      <section className="review-screen-case" aria-label={CASE.pane}>
        {key === undefined ? (
          <div className="list-card review-screen-none">
            <EmptyState title={REVIEWS.choose}>{REVIEWS.chooseText}</EmptyState>
          </div>
        ) : (
          <CasePane
            key={key}
            caseKey={key}
            decision={decision}
            onDecide={decide}
            onSettled={() => settled(key)}
            onBack={leave}
          />
        )}
      </section>
    </div>
  );
}

/** What partners read in the claim form; nothing while there are too few decisions. */
function DecisionTime() {
  const time = trpc.reviews.decisionTime.useQuery();
  const sentence = decisionTimeSentence(time.data?.days ?? null);
  return sentence && <p className="soft">{sentence}</p>;
}

/** Opens the case after a decided one and resolves to its key, or to undefined when the queue is empty. */
function useOpenNextCase(search: ReviewSearchParams) {
  const waiting = useWaiting(search, search.show !== "decided");
  const fresh = useRefetchQueue();
  const openCase = useOpenCase();
  return async (decided: string): Promise<string | undefined> => {
    const before = (waiting.data?.lines ?? []).map(keyOf);
    const now = await fresh(search).catch(() => []);
    const next = nextCase(before, decided, now.map(keyOf));
    await openCase(next, true);
    return next;
  };
}
