import { type RefObject, useRef } from "react";
import { focusFrom } from "../../../../lib/focus-from.ts";
import { useNow } from "../../../../lib/format/format-date.ts";
import { useFullPage } from "../../../../lib/hooks/use-full-page.ts";
import { toastError } from "../../../../lib/toast/toast-error.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { NoMatch } from "../../../../ui/states/nothing-found.tsx";
import { EmptyState } from "../../../../ui/states/states.tsx";
import { CasePager, type ListState } from "../case-pager.tsx";
import { REVIEWS } from "../content.ts";
import { Filters } from "./filters.tsx";
import { QueueRow } from "./queue-row.tsx";
import { keyOf, type Line } from "./queue-rows.ts";
import { useDecided } from "./use-decided.ts";
import { PAGE_SIZE, useWaiting } from "./use-queue.ts";

interface QueueProps {
  readonly listState: ListState;
  readonly listRef: RefObject<HTMLElement | null>;
}

/** The list on the left: pending or decided cases. */
export function Queue({ listState, listRef }: QueueProps) {
  const decided = listState.search.show === "decided";
  return (
    <section className="list-card queue-card" aria-label={REVIEWS.queue} ref={listRef} tabIndex={-1}>
      <Filters search={listState.search} filter={listState.filter} />
      {decided ? <Decided listState={listState} /> : <Waiting listState={listState} />}
    </section>
  );
}

function Waiting({ listState }: { readonly listState: ListState }) {
  const { search, filter } = listState;
  const queue = useWaiting(search);
  useFullPage(queue.data && { items: queue.data.lines, total: queue.data.total }, listState);
  return (
    <Loaded query={queue} failed={REVIEWS.failed} rows={8}>
      {({ lines, total, next, counts }) => {
        if (lines.length === 0) {
          const nothing = counts.claims + counts.requests === 0;
          return <Nothing done={nothing} onClear={() => filter({ kind: undefined, late: undefined })} />;
        }
        return (
          <>
            <p className="queue-counts" aria-live="polite">
              {REVIEWS.counts(counts.claims, counts.requests)}
              {counts.late > 0 && <strong> · {REVIEWS.lateCount(counts.late)}</strong>}
            </p>
            <Lines lines={lines} open={search.case} busy={queue.isPlaceholderData} />
            <CasePager
              label={REVIEWS.pages}
              page={{ count: lines.length, total, next }}
              pageSize={PAGE_SIZE}
              listState={listState}
              busy={queue.isPlaceholderData}
            />
          </>
        );
      }}
    </Loaded>
  );
}

function Decided({ listState: { search } }: { readonly listState: ListState }) {
  const decided = useDecided(search.kind);
  const list = useRef<HTMLDivElement>(null);
  async function readOn(pressed: Element): Promise<void> {
    const last = list.current?.querySelector<HTMLElement>(LAST_LINE);
    const { error } = await decided.readOn();
    if (error) toastError(REVIEWS.decidedFailed, error);
    else focusFrom(pressed, last);
  }
  return (
    <Loaded query={decided} failed={REVIEWS.decidedFailed} rows={8}>
      {({ lines, more }) => {
        if (lines.length === 0) {
          return <EmptyState title={REVIEWS.noneDecided}>{REVIEWS.noneDecidedText}</EmptyState>;
        }
        return (
          <div ref={list}>
            <Lines lines={lines} open={search.case} />
            {more && (
              <div className="queue-more">
                <Button
                  look="quiet"
                  className="button-tiny"
                  onClick={(event) => void readOn(event.currentTarget)}
                >
                  {REVIEWS.older}
                </Button>
              </div>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

/** Older ones are appended after it. */
const LAST_LINE = "li:last-child [data-case]";

interface LinesProps {
  readonly lines: readonly Line[];
  readonly open: string | undefined;
  readonly busy?: boolean;
}

function Lines({ lines, open, busy = false }: LinesProps) {
  const now = useNow();
  return (
    <ol className="queue busy" aria-busy={busy}>
      {lines.map((line) => (
        <QueueRow key={keyOf(line)} line={line} open={open === keyOf(line)} now={now} />
      ))}
    </ol>
  );
}

const Nothing = ({ done, onClear }: { readonly done: boolean; readonly onClear: () => void }) =>
  done ? (
    <EmptyState title={REVIEWS.done}>{REVIEWS.doneText}</EmptyState>
  ) : (
    <NoMatch words={REVIEWS} onClear={onClear} />
  );
