import { Link, useNavigate } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { formatDay, formatDueDay, formatElapsed, isolated } from "../../../../shared/format.ts";
import type { ClaimDecision, ReviewKind, ReviewStatus } from "../../../../shared/reviews/reviews.ts";
import { type KeyWords, type Shortcuts, useShortcuts } from "../../../kit/commands/use-shortcuts.ts";
import { Badge } from "../../../kit/page/badge.tsx";
import { Pager } from "../../../kit/table/pager.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import type { useListSearchParams } from "../../../lib/list.ts";
import { pageSteps } from "../../../lib/list.ts";
import { keyOf, type Line } from "./queue-rows.ts";
import type { ReviewSearchParams } from "./search-params.ts";

export const REVIEWS = {
  cases: "Claims and requests",
  decidedList: "Decided",
  kinds: { all: "All", claim: "Claims", request: "Requests" },
  counts: (claims: number, requests: number) =>
    `${counted(claims, "claim")}, ${counted(requests, "request")}`,
  kindOf: { claim: "Claim", request: "New place" } satisfies Record<ReviewKind, string>,
  status: { pending: "Pending", approved: "Approved", rejected: "Rejected" } satisfies Record<
    ReviewStatus,
    string
  >,
  files: (count: number) => counted(count, "file"),
} as const;

const MOVES = [
  ["j", "next"],
  ["k", "previous"],
  ["Enter", "open"],
  ["a", "approve"],
  ["r", "reject"],
] as const;

export const SHORTCUTS = [...MOVES, ["m", "ask for more"], ["Esc", "back"]] as const;
/** Of changes and transfers: their partner is not asked for more. */
export const OWNERSHIP_SHORTCUTS = [...MOVES, ["Esc", "back"]] as const;

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

export type ListState = ReturnType<typeof useListSearchParams<ReviewSearchParams>>;

interface CasePagerProps {
  readonly label: string;
  /** How many cases the page shows, how many there are in all, and the cursor of the next page. */
  readonly page: { readonly count: number; readonly total: number; readonly next: string | null };
  readonly pageSize: number;
  readonly listState: ListState;
  readonly busy: boolean;
}

/** The steps to other pages of a list of cases. */
export const CasePager = ({ label, page, pageSize, listState, busy }: CasePagerProps) => (
  <Pager
    label={label}
    total={page.total}
    steps={pageSteps(listState.search, listState.trail, page, pageSize, false)}
    onStep={listState.step}
    busy={busy}
  />
);

/** Opens a case (`claim:id` or `request:id`) or, without a key, closes it; the list keeps its scroll position. */
export function useOpenCase() {
  const navigate = useNavigate();
  return (key: string | undefined, replace = false) =>
    navigate({
      to: ".",
      search: withCase(key),
      replace,
      resetScroll: false,
      state: (before) => before,
    });
}

/** What closes the open case. Its row gets the focus of the case, also if the browser's Back closed it. */
export function useLeaveCase(list: RefObject<HTMLElement | null>, key: string | undefined): () => void {
  const openCase = useOpenCase();
  const before = useRef(key);
  useEffect(() => {
    const closed = key === undefined && before.current;
    before.current = key;
    if (closed)
      focusFrom(null, list.current?.querySelector<HTMLElement>(`[data-case="${CSS.escape(closed)}"]`));
  }, [key, list]);
  return () => void openCase(undefined);
}

/** The case that is open; the rest of the URL stays. */
export const withCase = (key: string | undefined) => (before: object) => ({ ...before, case: key });

interface ReviewScreenState {
  readonly list: RefObject<HTMLElement | null>;
  readonly open: string | undefined;
  readonly decision: ClaimDecision | null;
  readonly decide: (decision: ClaimDecision | null) => void;
  readonly leave: () => void;
}

const LINES = "[data-case]";

/** Keyboard control: j and k or the arrows move, Enter opens, a and r decide, m asks the partner of a claim for more, Escape goes back. */
export function useReviewShortcuts(
  { list, open, decision, decide, leave }: ReviewScreenState,
  words: KeyWords = SHORTCUTS,
): void {
  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>(LINES) ?? [])];

  function move(by: 1 | -1, event: KeyboardEvent): void {
    const all = lines();
    const focused = all.findIndex((line) => line.contains(document.activeElement));
    const from = focused === -1 ? all.findIndex((line) => line.dataset.case === open) : focused;
    const to = from === -1 ? (by === 1 ? 0 : all.length - 1) : from + by;
    event.preventDefault();
    all[to]?.focus();
  }
  /** Outside of the list the arrows scroll. */
  function arrow(by: 1 | -1, event: KeyboardEvent): void {
    const { activeElement } = document;
    if (activeElement === document.body || list.current?.contains(activeElement)) move(by, event);
  }
  function back(): void {
    if (decision !== null) decide(null);
    else if (open !== undefined) leave();
  }
  function start(next: ClaimDecision, event: KeyboardEvent): void {
    if (open === undefined) return;
    event.preventDefault(); // the letter must not be typed into the field that opens
    decide(next);
  }

  const shortcuts: Shortcuts = new Map<string, (event: KeyboardEvent) => void>([
    ["j", (event) => move(1, event)],
    ["k", (event) => move(-1, event)],
    ["ArrowDown", (event) => arrow(1, event)],
    ["ArrowUp", (event) => arrow(-1, event)],
    ["a", (event) => start("approved", event)],
    ["r", (event) => start("rejected", event)],
    ["m", (event) => open?.startsWith("claim:") && start("more", event)],
    ["Escape", back],
  ]);
  useShortcuts(shortcuts, words);
}

interface QueueRowProps {
  readonly line: Line;
  readonly open: boolean;
  readonly now: number;
}

/** The row of the open case is in view, also where a decision opened it. */
export const scrollIntoView = (row: HTMLElement | null): void =>
  row?.scrollIntoView({ block: "nearest", behavior: "instant" });

export function QueueRow({ line, open, now }: QueueRowProps) {
  const { kind, name, partnerName, where, files, rivals, decided, late } = line;
  const facts = [
    where,
    files > 0 && REVIEWS.files(files),
    rivals > 0 && `${counted(rivals, "other claim")} waiting`,
  ];
  return (
    <li>
      <Link
        ref={open ? scrollIntoView : undefined}
        className="queue-line"
        to="."
        search={withCase(keyOf(line))}
        state={(before) => before}
        resetScroll={false}
        data-case={keyOf(line)}
        data-late={late || undefined}
        aria-current={open ? "true" : undefined}
      >
        <span className="queue-name">
          <UserText text={name} />
        </span>
        <span className="queue-kind">{REVIEWS.kindOf[kind]}</span>
        <bdi className="queue-partner">{partnerName}</bdi>
        <span className="queue-facts">{facts.filter(Boolean).join(" · ")}</span>
        {decided ? <Outcome decided={decided} /> : <DueDate line={line} now={now} />}
      </Link>
    </li>
  );
}

/** The promised day, or by how much it was missed, or that the partner has to answer first. */
export function DueDate({
  line: { late, dueBy },
  now,
  className = "queue-due",
  waiting = "Waiting for the partner",
}: {
  readonly line: Pick<Line, "late" | "dueBy">;
  readonly now: number;
  readonly className?: string;
  /** Shown while nothing is promised. */
  readonly waiting?: string | undefined;
}) {
  if (dueBy === null) {
    return (
      <span className="queue-late">
        <Badge tone="warning">{waiting}</Badge>
      </span>
    );
  }
  if (late) {
    return (
      <span className="queue-late">
        <Badge tone="bad">{`Late by ${formatElapsed(now - dueBy.getTime())}`}</Badge>
      </span>
    );
  }
  return <span className={className}>{`Promised by ${formatDueDay(dueBy)}`}</span>;
}

export function Outcome({ decided: { status, at, by } }: { readonly decided: NonNullable<Line["decided"]> }) {
  return (
    <span className="queue-outcome">
      <Badge tone={status === "approved" ? "good" : "bad"}>{REVIEWS.status[status]}</Badge>{" "}
      {by ? `by ${isolated(by)}, ${formatDay(at)}` : formatDay(at)}
    </span>
  );
}
