import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import type { ClaimDecision, Decision, ReviewStatus } from "../../../../shared/reviews/reviews.ts";
import { ShortcutsHint } from "../../../kit/commands/shortcuts-hint.tsx";
import { Button } from "../../../kit/controls/button.tsx";
import { EmptyState, Loaded, type Loading } from "../../../kit/page/states.tsx";
import { Pick, Toolbar } from "../../../kit/table/toolbar.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { FIRST_PAGE, isFirstPage, pageInput, useFullPage } from "../../../lib/list.ts";
import { useNow } from "../../../lib/now.ts";
import {
  CasePager,
  DueDate,
  type ListState,
  Outcome,
  OWNERSHIP_SHORTCUTS,
  useLeaveCase,
  useOpenCase,
  useReviewShortcuts,
  withCase,
} from "./desk.tsx";
import type { ListedKind, ShownCase } from "./ownership-cases.ts";
import type { DecideActions } from "./ownership-decision.tsx";
import { nextCase } from "./queue.tsx";
import type { ReviewSearchParams } from "./search-params.ts";

/** The words of one of the screens. */
type OwnershipWords = Readonly<
  Record<
    "kind" | "list" | "pages" | "failed" | "none" | "noneText" | "choose" | "chooseText" | "pane",
    string
  >
>;

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
                Back to the list
              </Button>
            </div>
            {shown
              ? children(shown, { decision, onDecide: decide, onSettled: () => settled(id) })
              : cases.data && (
                  <EmptyState title="This case is not in the list">
                    It may be decided by now. Choose another one, or look among the decided ones.
                  </EmptyState>
                )}
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

interface CasePage<Case> {
  readonly items: readonly Case[];
  readonly total: number;
  readonly next: string | null;
}

interface CaseListProps<Case extends ShownCase> {
  readonly kind: ListedKind;
  readonly words: OwnershipWords;
  readonly cases: Loading<CasePage<Case>> & { readonly isPlaceholderData: boolean };
  readonly listState: ListState;
  readonly listRef: RefObject<HTMLElement | null>;
  /** The id of the open case. */
  readonly open: string | undefined;
  /** What a row shows besides names and dates. */
  readonly factOf: (item: Case) => string;
  /** Shown while nothing is promised. */
  readonly waitingOf: (item: Case) => string | undefined;
}

function CaseList<Case extends ShownCase>(props: CaseListProps<Case>) {
  const { words, cases, listState, listRef } = props;
  useFullPage(cases.data, listState);
  return (
    <section className="list-card queue-card" aria-label={words.list} ref={listRef} tabIndex={-1}>
      <Filter listState={listState} />
      <Loaded query={cases} failed={words.failed} rows={8}>
        {({ items, total, next }) => {
          if (items.length === 0) return <Nothing words={words} search={listState.search} />;
          return (
            <>
              <ol className="queue busy" aria-busy={cases.isPlaceholderData}>
                {items.map((item) => (
                  <Row key={item.id} item={item} {...props} />
                ))}
              </ol>
              <CasePager
                label={words.pages}
                page={{ count: items.length, total, next }}
                pageSize={PAGE_SIZE}
                listState={listState}
                busy={cases.isPlaceholderData}
              />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

interface WordsProps {
  readonly words: OwnershipWords;
}

type FilterProps = Pick<CaseListProps<ShownCase>, "listState">;

function Filter({ listState: { search, filter } }: FilterProps) {
  return (
    <Toolbar>
      <Pick
        label="Show"
        value={search.show ?? (search.late ? "late" : "pending")}
        onChange={({ currentTarget: { value } }) =>
          filter({
            show: value === "approved" || value === "rejected" ? value : undefined,
            late: value === "late" ? true : undefined,
            case: undefined,
          })
        }
      >
        <option value="pending">Pending</option>
        <option value="late">Late only</option>
        <option value="approved">Approved</option>
        <option value="rejected">Rejected</option>
      </Pick>
    </Toolbar>
  );
}

function Nothing({ words, search }: WordsProps & { readonly search: ReviewSearchParams }) {
  if (search.show !== undefined)
    return (
      <EmptyState title="Nothing here">Every decision stays here, with its reviewer and time.</EmptyState>
    );
  if (search.late)
    return (
      <EmptyState title="Nothing is late">
        Every case that waits for us is within its promised day.
      </EmptyState>
    );
  return <EmptyState title={words.none}>{words.noneText}</EmptyState>;
}

type RowProps<Case extends ShownCase> = Pick<
  CaseListProps<Case>,
  "kind" | "words" | "open" | "factOf" | "waitingOf"
> & { readonly item: Case };

function Row<Case extends ShownCase>({ item, kind, words, open, factOf, waitingOf }: RowProps<Case>) {
  const now = useNow();
  const { id, poiName, partnerName, late, status, reviewedAt, reviewedBy } = item;
  return (
    <li>
      <Link
        className="queue-line"
        to="."
        search={withCase(`${kind}:${id}`)}
        state={(before) => before}
        resetScroll={false}
        data-case={`${kind}:${id}`}
        data-late={late || undefined}
        aria-current={open === id ? "true" : undefined}
      >
        <span className="queue-name">
          <UserText text={poiName} />
        </span>
        <span className="queue-kind">{words.kind}</span>
        <bdi className="queue-partner">{partnerName}</bdi>
        <span className="queue-facts">{factOf(item)}</span>
        {status === "pending" ? (
          <DueDate line={item} now={now} waiting={waitingOf(item)} />
        ) : (
          reviewedAt && <Outcome decided={{ status, at: reviewedAt, by: reviewedBy }} />
        )}
      </Link>
    </li>
  );
}

const PAGE_SIZE = 25;

const statusOf = ({ show }: ReviewSearchParams): ReviewStatus =>
  show === "approved" || show === "rejected" ? show : "pending";

/** What the list of a status reads. */
export const inputOf = (search: ReviewSearchParams) => ({
  status: statusOf(search),
  late: search.late,
  ...pageInput(search),
  limit: PAGE_SIZE,
});

/** Changes of one status, in review order. */
export const useChanges = (search: ReviewSearchParams) =>
  trpc.admin.reviews.proposals.list.useQuery(inputOf(search), { placeholderData: keepPreviousData });

/** Transfers of one status, in review order. */
export const useTransfers = (search: ReviewSearchParams) =>
  trpc.admin.reviews.transfers.list.useQuery(inputOf(search), { placeholderData: keepPreviousData });

/** The id of the open case of this kind. */
const openIdOf = ({ case: key }: ReviewSearchParams, kind: ListedKind): string | undefined =>
  key?.startsWith(`${kind}:`) ? key.slice(kind.length + 1) : undefined;

/** The open case if the list holds it, and which id to read alone if not: it may have been decided by someone else. */
function inList<Case extends { readonly id: string }>(
  { data }: { readonly data: { readonly items: readonly Case[] } | undefined },
  id: string | undefined,
) {
  const listed = data?.items.find((item) => item.id === id);
  return { listed, isElsewhere: id !== undefined && data !== undefined && !listed } as const;
}

/** The open change, also if the list does not hold it. */
export function useOpenChange(list: ReturnType<typeof useChanges>, search: ReviewSearchParams) {
  const id = openIdOf(search, "proposal");
  const { listed, isElsewhere } = inList(list, id);
  const alone = trpc.admin.reviews.proposals.get.useQuery({ id: id ?? "" }, { enabled: isElsewhere });
  return listed ?? (isElsewhere ? alone.data : undefined);
}

/** The open transfer, also if the list does not hold it. */
export function useOpenTransfer(list: ReturnType<typeof useTransfers>, search: ReviewSearchParams) {
  const id = openIdOf(search, "transfer");
  const { listed, isElsewhere } = inList(list, id);
  const alone = trpc.admin.reviews.transfers.get.useQuery({ id: id ?? "" }, { enabled: isElsewhere });
  return listed ?? (isElsewhere ? alone.data : undefined);
}

interface Listed {
  readonly id: string;
  /** Of a transfer: who has to act. */
  readonly waitsFor?: "owner" | "staff" | null;
}

const idsOf = (items: readonly Listed[]): string[] =>
  items.filter(({ waitsFor }) => waitsFor !== "owner").map(({ id }) => id);

/** Opens the case after a decided one that staff can decide, and resolves to whether there was one. */
function useOpenNext(kind: ListedKind, search: ReviewSearchParams) {
  const utils = trpc.useUtils();
  const openCase = useOpenCase();
  const { proposals, transfers, suggestions } = utils.admin.reviews;
  const { list } = { proposal: proposals, transfer: transfers, suggestion: suggestions }[kind];
  return async (decided: string): Promise<boolean> => {
    const before = idsOf(list.getData(inputOf(search))?.items ?? []);
    const read = (from: ReviewSearchParams) => list.fetch(inputOf(from), { staleTime: 0 });
    const here = await read(search).catch(() => null);
    const isOver = here?.items.length === 0 && !isFirstPage(search);
    const fresh = isOver ? await read({ ...search, ...FIRST_PAGE }).catch(() => null) : here;
    const next = nextCase(before, decided, idsOf(fresh?.items ?? []));
    await openCase(next && `${kind}:${next}`, true);
    return next !== undefined;
  };
}
