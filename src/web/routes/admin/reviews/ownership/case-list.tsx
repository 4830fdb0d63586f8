import { Link } from "@tanstack/react-router";
import type { RefObject } from "react";
import { Loaded, type Loading } from "../../../../kit/page/loaded.tsx";
import { EmptyState } from "../../../../kit/page/states.tsx";
import { UserText } from "../../../../kit/page/user-text.tsx";
import { Pick, Toolbar } from "../../../../kit/table/toolbar.tsx";
import { useFullPage } from "../../../../lib/hooks/use-full-page.ts";
import { useNow } from "../../../../lib/hooks/use-now.ts";
import { CasePager, type ListState } from "../case-pager.tsx";
import { REVIEWS } from "../content.ts";
import { DueDate, Outcome } from "../queue/queue-row.tsx";
import type { ReviewSearchParams } from "../search-params.ts";
import { withCase } from "../use-open-case.ts";
import type { OwnershipWords } from "./content.ts";
import type { ShownCase } from "./shown.ts";
import { type OwnershipKind, PAGE_SIZE } from "./use-cases.ts";

interface CasePage<Case> {
  readonly items: readonly Case[];
  readonly total: number;
  readonly next: string | null;
}

export interface CaseListProps<Case extends ShownCase> {
  readonly kind: OwnershipKind;
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

export function CaseList<Case extends ShownCase>(props: CaseListProps<Case>) {
  const { words, cases, listState, listRef } = props;
  useFullPage(cases.data, listState);
  return (
    <section className="list-card queue-card" aria-label={words.list} ref={listRef} tabIndex={-1}>
      <Filter words={words} listState={listState} />
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

type FilterProps = Pick<CaseListProps<ShownCase>, "words" | "listState">;

function Filter({ words, listState: { search, filter } }: FilterProps) {
  return (
    <Toolbar>
      <Pick
        label={words.state}
        value={search.show ?? (search.late ? "late" : "pending")}
        onChange={({ currentTarget: { value } }) =>
          filter({
            show: value === "approved" || value === "rejected" ? value : undefined,
            late: value === "late" ? true : undefined,
            case: undefined,
          })
        }
      >
        <option value="pending">{words.pending}</option>
        <option value="late">{REVIEWS.late}</option>
        <option value="approved">{words.approved}</option>
        <option value="rejected">{words.rejected}</option>
      </Pick>
    </Toolbar>
  );
}

function Nothing({ words, search }: WordsProps & { readonly search: ReviewSearchParams }) {
  if (search.show !== undefined)
    return <EmptyState title={words.noneDecided}>{words.noneDecidedText}</EmptyState>;
  if (search.late) return <EmptyState title={words.noneLate}>{words.noneLateText}</EmptyState>;
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
