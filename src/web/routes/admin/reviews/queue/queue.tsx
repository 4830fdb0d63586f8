import { type RefObject, useRef } from "react";
import { Button } from "../../../../kit/page/button.tsx";
import { EmptyState, Loaded, NoMatch } from "../../../../kit/page/states.tsx";
import { Pick, Toolbar } from "../../../../kit/table/toolbar.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { focusFrom } from "../../../../lib/focus.ts";
import { useFullPage } from "../../../../lib/list.ts";
import { useNow } from "../../../../lib/now.ts";
import { toastError } from "../../../../lib/toast.ts";
import { CasePager, type ListState } from "../case-pager.tsx";
import { REVIEWS } from "../content.ts";
import type { ReviewSearchParams } from "../search-params.ts";
import { QueueRow } from "./queue-row.tsx";
import { claimLine, keyOf, type Line, mergeByDecisionTime, requestLine } from "./queue-rows.ts";
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

interface FiltersProps {
  readonly search: ReviewSearchParams;
  readonly filter: (change: Partial<ReviewSearchParams>) => void;
}

function Filters({ search, filter }: FiltersProps) {
  return (
    <Toolbar>
      <Pick
        label={REVIEWS.state}
        value={search.show ?? (search.late ? "late" : "pending")}
        onChange={({ currentTarget: { value } }) =>
          filter({
            show: value === "decided" ? "decided" : undefined,
            late: value === "late" ? true : undefined,
          })
        }
      >
        <option value="pending">{REVIEWS.pending}</option>
        <option value="late">{REVIEWS.late}</option>
        <option value="decided">{REVIEWS.decided}</option>
      </Pick>
      <Pick
        label={REVIEWS.kind}
        value={search.kind ?? "all"}
        onChange={({ currentTarget: { value } }) =>
          filter({ kind: value === "claim" || value === "request" ? value : undefined })
        }
      >
        <option value="all">{REVIEWS.kinds.all}</option>
        <option value="claim">{REVIEWS.kinds.claim}</option>
        <option value="request">{REVIEWS.kinds.request}</option>
      </Pick>
    </Toolbar>
  );
}

interface Pages<Row> {
  readonly data: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<{ readonly error: unknown }>;
  readonly refetch: () => Promise<unknown>;
}

const ON = { getNextPageParam: ({ next }: { readonly next: string | null }) => next };
const limit = PAGE_SIZE;

/** Decided claims and requests in one list, newest first. */
function useDecided(kind: "claim" | "request" | undefined) {
  const ofClaims = { ...ON, enabled: kind !== "request" };
  const ofRequests = { ...ON, enabled: kind !== "claim" };
  const claims = [
    trpc.admin.reviews.claims.useInfiniteQuery({ status: "approved", limit }, ofClaims),
    trpc.admin.reviews.claims.useInfiniteQuery({ status: "rejected", limit }, ofClaims),
  ];
  const requests = [
    trpc.admin.reviews.requests.useInfiniteQuery({ status: "approved", limit }, ofRequests),
    trpc.admin.reviews.requests.useInfiniteQuery({ status: "rejected", limit }, ofRequests),
  ];
  const lists = [
    ...(kind === "request" ? [] : claims.map((list) => listOf(list, claimLine))),
    ...(kind === "claim" ? [] : requests.map((list) => listOf(list, requestLine))),
  ];
  const unread = lists.filter(({ more }) => more);
  const there = lists.every(({ known }) => known);
  return {
    data: there ? { lines: mergeByDecisionTime(lists), more: unread.length > 0 } : undefined,
    error: lists.find(({ error }) => error)?.error,
    refetch: () => Promise.all(lists.map(({ refetch }) => refetch())),
    /** Resolves to the first error, if a list could not load more. */
    readOn: async () => {
      const read = await Promise.all(unread.map(({ readOn }) => readOn()));
      return { error: read.find(({ error }) => error)?.error };
    },
  } as const;
}

function listOf<Row, Shown>(list: Pages<Row>, shown: (row: Row) => Shown) {
  return {
    known: list.data !== undefined,
    lines: (list.data?.pages ?? []).flatMap(({ items }) => items.map(shown)),
    more: list.hasNextPage,
    error: list.error,
    readOn: list.fetchNextPage,
    refetch: list.refetch,
  } as const;
}
