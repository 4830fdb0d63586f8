import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { RefObject } from "react";
import type { Queued } from "../../../../modules/reviews/schema.ts";
import { formatDay, formatDueDay, formatElapsed, isolated } from "../../../../shared/format.ts";
import { CASE_KIND_NAMES, CASE_KINDS } from "../../../../shared/reviews/reviews.ts";
import { Badge } from "../../../kit/page/badge.tsx";
import { EmptyState, Loaded, NoMatch } from "../../../kit/page/states.tsx";
import { useOpenCases } from "../../../kit/records/viewers.tsx";
import { useWaiting } from "../../../kit/staff/use-waiting.ts";
import { Pager } from "../../../kit/table/pager.tsx";
import { Pick, Toolbar } from "../../../kit/table/toolbar.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { pageInput, pageSteps, useFullPage, type useListSearchParams } from "../../../lib/list.ts";
import { useNow } from "../../../lib/now.ts";
import { CASE } from "./case/case.tsx";
import { keyOf, withCase } from "./case/frame.tsx";
import type { ReviewSearchParams } from "./search-params.ts";

const PAGE_SIZE = 25;

type ListState = ReturnType<typeof useListSearchParams<ReviewSearchParams>>;

interface QueueProps {
  readonly listState: ListState;
  readonly listRef: RefObject<HTMLElement | null>;
  readonly queue: ReturnType<typeof useQueue>;
}

/** What a page of the queue reads. */
export const queueInput = ({ kind, late, show, snoozed, assignee, ...position }: ReviewSearchParams) => ({
  ...{ kind, late, assignee },
  ...(show ? { decided: true } : { snoozed: snoozed ?? false }),
  ...pageInput(position),
  limit: PAGE_SIZE,
});

/** Everything that waits, what is due first in front, or what is decided. */
export const useQueue = (search: ReviewSearchParams) =>
  trpc.admin.reviews.queue.useQuery(queueInput(search), {
    enabled: search.tab === undefined,
    placeholderData: keepPreviousData,
  });

/** The list on the left. */
export function Queue({ listState, listRef, queue }: QueueProps) {
  const { search } = listState;
  const rows = queue.data;
  useFullPage(rows, listState);
  return (
    <section className="list-card queue-card" aria-label="Queue" ref={listRef} tabIndex={-1}>
      <Filters listState={listState} />
      {search.tab === undefined && (
        <Loaded query={queue} failed="The queue could not be loaded" rows={8}>
          {({ items, total, totalIsMore, next }) =>
            items.length === 0 ? (
              <Nothing listState={listState} />
            ) : (
              <>
                <Rows items={items} open={search.case} busy={queue.isPlaceholderData} />
                <Pager
                  label="Pages of the queue"
                  total={total}
                  isMore={totalIsMore ?? false}
                  steps={pageSteps(
                    search,
                    listState.trail,
                    { count: items.length, total, totalIsMore, next },
                    PAGE_SIZE,
                    false,
                  )}
                  onStep={listState.step}
                  busy={queue.isPlaceholderData}
                />
              </>
            )
          }
        </Loaded>
      )}
    </section>
  );
}

function Nothing({ listState: { search, filter } }: Pick<QueueProps, "listState">) {
  if (search.show)
    return (
      <EmptyState title="No decisions yet">Every decision stays here, with its reviewer and time.</EmptyState>
    );
  const isFiltered = search.kind ?? search.late ?? search.snoozed ?? search.assignee;
  if (isFiltered === undefined)
    return <EmptyState title="You're all caught up">No cases are waiting. New ones appear here.</EmptyState>;
  return (
    <NoMatch words={NO_MATCH} onClear={() => filter({ ...PENDING, kind: undefined, assignee: undefined })} />
  );
}

const NO_MATCH = {
  noMatch: "No cases are waiting here",
  noMatchText: "Other cases may be: clear the filters to see them all.",
  clear: "Clear filters",
} as const;

const PENDING = { show: undefined, late: undefined, snoozed: undefined, case: undefined };
const SHOWN: ReadonlyMap<string, Partial<ReviewSearchParams>> = new Map([
  ["late", { late: true }],
  ["snoozed", { snoozed: true }],
  ["decided", { show: "decided" }],
]);

/** Another list opens with its own first case. */
function Filters({ listState: { search, filter } }: Pick<QueueProps, "listState">) {
  const { data: reviewers = [] } = trpc.admin.reviews.reviewers.useQuery();
  const shown = search.show ?? (search.late ? "late" : search.snoozed ? "snoozed" : "pending");
  return (
    <Toolbar>
      <Kind value={search.tab ?? search.kind ?? ""} onPick={filter} />
      {search.tab === undefined && (
        <>
          <Pick
            label="Show"
            value={shown}
            onChange={({ currentTarget: { value } }) => filter({ ...PENDING, ...SHOWN.get(value) })}
          >
            <option value="pending">Pending</option>
            <option value="late">Late only</option>
            <option value="snoozed">Snoozed</option>
            <option value="decided">Decided</option>
          </Pick>
          <Pick
            label="Assignee"
            value={search.assignee ?? ""}
            onChange={({ currentTarget: { value } }) =>
              filter({ assignee: value || undefined, case: undefined })
            }
          >
            <option value="">Anyone</option>
            <option value="me">Me</option>
            <option value="none">Unassigned</option>
            {reviewers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Pick>
        </>
      )}
    </Toolbar>
  );
}

interface KindProps {
  readonly value: string;
  readonly onPick: ListState["filter"];
}

/** What is listed, with how much of it waits. */
function Kind({ value, onPick }: KindProps) {
  const { data: waiting } = useWaiting();
  const { data: cities = [] } = trpc.admin.reviews.samples.cities.useQuery();
  const toCheck = cities.reduce((sum, { checked, of }) => sum + of - checked, 0);
  return (
    <Pick
      label="Kind"
      value={value}
      onChange={({ currentTarget }) => {
        const kind = CASE_KINDS.find((each) => each === currentTarget.value);
        onPick({ kind, tab: kind ? undefined : currentTarget.value || undefined, case: undefined });
      }}
    >
      <option value="">All kinds</option>
      {CASE_KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {CASE_KIND_NAMES[kind]}
          {waiting && ` (${waiting.cases[kind].count})`}
        </option>
      ))}
      <option value="expiring">Tiers ending soon{waiting && ` (${waiting.expiring})`}</option>
      <option value="silent">Issuers that have not replied{waiting && ` (${waiting.silentIssuers})`}</option>
      <option value="samples">Places to check{toCheck > 0 && ` (${toCheck})`}</option>
    </Pick>
  );
}

interface RowsProps {
  readonly items: readonly Queued[];
  readonly open: string | undefined;
  readonly busy: boolean;
}

function Rows({ items, open, busy }: RowsProps) {
  const now = useNow();
  const viewers = useOpenCases(open);
  return (
    <ol className="queue busy" aria-busy={busy}>
      {items.map((item) => (
        <Row
          key={keyOf(item)}
          item={item}
          open={open === keyOf(item)}
          now={now}
          viewers={viewers.get(keyOf(item)) ?? []}
        />
      ))}
    </ol>
  );
}

interface RowProps {
  readonly item: Queued;
  readonly open: boolean;
  readonly now: number;
  /** Who else has it open. */
  readonly viewers: readonly string[];
}

/** The row of the open case is in view, also where a decision opened it. */
const scrollIntoView = (row: HTMLElement | null): void =>
  row?.scrollIntoView({ block: "nearest", behavior: "instant" });

/** The row of the open case leads to it. */
const focusCase = (): void => document.querySelector<HTMLElement>(".case-head h2")?.focus();

function Row({ item, open, now, viewers }: RowProps) {
  const { kind, name, city, files, rivals, submittedAt, decided, late, assignee, snoozedUntil } = item;
  const facts = [
    CASE.kindOf[kind],
    !decided && formatElapsed(now - submittedAt.getTime()),
    city,
    files > 0 && CASE.files(files),
    rivals > 0 && `${rivals} other ${rivals === 1 ? "claim" : "claims"} waiting`,
  ];
  return (
    <li>
      <Link
        ref={open ? scrollIntoView : undefined}
        className="queue-line"
        to="."
        search={withCase(keyOf(item))}
        state={(before) => before}
        resetScroll={false}
        data-case={keyOf(item)}
        data-late={late || undefined}
        aria-current={open ? "true" : undefined}
        onClick={open ? focusCase : undefined}
      >
        <span className="queue-name">
          <UserText text={name} />
        </span>
        <span className="queue-facts">{facts.filter(Boolean).join(" · ")}</span>
        <span className="queue-foot">
          {decided ? <Outcome decided={decided} /> : <DueDate item={item} now={now} />}
          {assignee && <bdi className="queue-assignee">{assignee.name}</bdi>}
        </span>
        {snoozedUntil && <span className="queue-facts">{`Snoozed until ${formatDueDay(snoozedUntil)}`}</span>}
        {viewers.length > 0 && (
          <span className="queue-viewers">
            <span aria-hidden="true" className="viewers-dot" />
            {`${viewers.map(isolated).join(", ")} ${viewers.length === 1 ? "has" : "have"} it open`}
          </span>
        )}
      </Link>
    </li>
  );
}

const WAITS_FOR = { partner: "Waiting for the partner", owner: "Waiting for the owner" } as const;

/** The day by which it is due, or by how much it was missed, or that someone else has to act first. */
function DueDate({ item: { kind, late, dueBy, waitsFor }, now }: Pick<RowProps, "item" | "now">) {
  if (waitsFor !== null) return <Badge>{WAITS_FOR[waitsFor]}</Badge>;
  if (dueBy === null) return null;
  if (late) return <Badge tone="bad">{`Late by ${formatElapsed(now - dueBy.getTime())}`}</Badge>;
  const isPromised = kind !== "reading" && kind !== "renewal" && kind !== "photo" && kind !== "match";
  return <span>{`${isPromised ? "Promised" : "Due"} by ${formatDueDay(dueBy)}`}</span>;
}

const STATUSES = {
  approved: { name: "Approved", tone: "good" },
  rejected: { name: "Rejected", tone: "bad" },
  closed: { name: "Closed", tone: "plain" },
  same: { name: "Same place", tone: "plain" },
  different: { name: "Different place", tone: "plain" },
} as const;

const Outcome = ({ decided: { status, at, by } }: { readonly decided: NonNullable<Queued["decided"]> }) => (
  <span>
    <Badge tone={STATUSES[status].tone}>{STATUSES[status].name}</Badge>{" "}
    {by ? `by ${isolated(by)}, ${formatDay(at)}` : formatDay(at)}
  </span>
);
