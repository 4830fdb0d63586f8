import { keepPreviousData } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { Button } from "../../../kit/controls/button.tsx";
import { EmptyState, Loaded, NoMatch } from "../../../kit/page/states.tsx";
import { Pick, Toolbar } from "../../../kit/table/toolbar.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { FIRST_PAGE, isFirstPage, pageInput, useFullPage } from "../../../lib/list.ts";
import { useNow } from "../../../lib/now.ts";
import { toastError } from "../../../lib/toast.ts";
import { CasePager, type ListState, QueueRow, REVIEWS } from "./desk.tsx";
import { claimLine, keyOf, type Line, mergeByDecisionTime, requestLine, waitingLine } from "./queue-rows.ts";
import type { ReviewSearchParams } from "./search-params.ts";

const PAGE_SIZE = 25;

interface QueueProps {
  readonly listState: ListState;
  readonly listRef: RefObject<HTMLElement | null>;
}

/** The list on the left: pending or decided cases. */
export function Queue({ listState, listRef }: QueueProps) {
  const decided = listState.search.show === "decided";
  return (
    <section className="list-card queue-card" aria-label="Queue" ref={listRef} tabIndex={-1}>
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
    <Loaded query={queue} failed="The queue could not be loaded" rows={8}>
      {({ lines, total, next, counts }) => {
        if (lines.length === 0) {
          const nothing = counts.claims + counts.requests === 0;
          return <Nothing done={nothing} onClear={() => filter({ kind: undefined, late: undefined })} />;
        }
        return (
          <>
            <p className="queue-counts" aria-live="polite">
              {REVIEWS.counts(counts.claims, counts.requests)}
              {counts.waitingForPartner > 0 && ` · ${counts.waitingForPartner} waiting for the partner`}
              {counts.late > 0 && <strong> · {`${counts.late} late`}</strong>}
            </p>
            <Lines lines={lines} open={search.case} busy={queue.isPlaceholderData} />
            <CasePager
              label="Pages of the queue"
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
    if (error) toastError("The decided cases could not be loaded", error);
    else focusFrom(pressed, last);
  }
  return (
    <Loaded query={decided} failed="The decided cases could not be loaded" rows={8}>
      {({ lines, more }) => {
        if (lines.length === 0) {
          return (
            <EmptyState title="No decisions yet">
              Every decision is recorded here, with its reviewer and time.
            </EmptyState>
          );
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
                  Show older
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

const NO_MATCH = {
  noMatch: "Nothing waits here",
  noMatchText: "Other cases may be waiting: clear the filters to see them all.",
  clear: "Show all that waits",
} as const;

const Nothing = ({ done, onClear }: { readonly done: boolean; readonly onClear: () => void }) =>
  done ? (
    <EmptyState title="All is done">
      No claim or request is waiting for a decision. New ones appear here.
    </EmptyState>
  ) : (
    <NoMatch words={NO_MATCH} onClear={onClear} />
  );

interface FiltersProps {
  readonly search: ReviewSearchParams;
  readonly filter: (change: Partial<ReviewSearchParams>) => void;
}

function Filters({ search, filter }: FiltersProps) {
  return (
    <Toolbar>
      <Pick
        label="Show"
        value={search.show ?? (search.late ? "late" : "pending")}
        onChange={({ currentTarget: { value } }) =>
          filter({
            show: value === "decided" ? "decided" : undefined,
            late: value === "late" ? true : undefined,
          })
        }
      >
        <option value="pending">Pending</option>
        <option value="late">Late only</option>
        <option value="decided">Decided</option>
      </Pick>
      <Pick
        label="Kind"
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

/** What a page of the queue reads. */
const queueInput = ({ kind, late, ...position }: ReviewSearchParams) => ({
  kind,
  late,
  ...pageInput(position),
  limit: PAGE_SIZE,
});

/** Pending cases, oldest first. */
export function useWaiting(search: ReviewSearchParams, enabled = true) {
  return trpc.admin.reviews.queue.useQuery(queueInput(search), {
    enabled,
    placeholderData: keepPreviousData,
    select: ({ items, ...page }) => ({ ...page, lines: items.map(waitingLine) }),
  });
}

/** How many claims and requests are pending; null while unknown. */
export function useCaseCount(): number | null {
  const { data } = trpc.admin.reviews.queue.useQuery({ limit: 1 });
  return data ? data.counts.claims + data.counts.requests : null;
}

/** Refetches the queue after a decision: this page, or the first one if this page is now empty. */
export function useRefetchQueue() {
  const utils = trpc.useUtils();
  return async (search: ReviewSearchParams): Promise<readonly Line[]> => {
    await utils.admin.reviews.queue.invalidate(undefined, { refetchType: "none" });
    const here = await utils.admin.reviews.queue.fetch(queueInput(search), { staleTime: 0 });
    if (here.items.length > 0 || isFirstPage(search)) return here.items.map(waitingLine);
    const first = await utils.admin.reviews.queue.fetch(queueInput({ ...search, ...FIRST_PAGE }), {
      staleTime: 0,
    });
    return first.items.map(waitingLine);
  };
}

/** The case to open after a decision: the next in the old order that is still pending, else the oldest. */
export function nextCase(
  before: readonly string[],
  decided: string,
  fresh: readonly string[],
): string | undefined {
  const waits = new Set(fresh);
  waits.delete(decided);
  const later = before.slice(before.indexOf(decided) + 1);
  return later.find((key) => waits.has(key)) ?? fresh.find((key) => key !== decided);
}
