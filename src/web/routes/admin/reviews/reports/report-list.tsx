import { Link } from "@tanstack/react-router";
import type { RefObject } from "react";
import type { z } from "zod";
import type { staffReport } from "../../../../../modules/directory/reports/schema.ts";
import { formatDay, formatDueDay, formatElapsed } from "../../../../../shared/format.ts";
import { REPORT_LABELS } from "../../../../../shared/reviews/reports.ts";
import { Badge } from "../../../../kit/page/badge.tsx";
import { Loaded } from "../../../../kit/page/loaded.tsx";
import { EmptyState } from "../../../../kit/page/states.tsx";
import { UserText } from "../../../../kit/page/user-text.tsx";
import { Pick, Toolbar } from "../../../../kit/table/toolbar.tsx";
import { useFullPage } from "../../../../lib/hooks/use-full-page.ts";
import { useNow } from "../../../../lib/hooks/use-now.ts";
import { CasePager, type ListState } from "../case-pager.tsx";
import { withCase } from "../use-open-case.ts";
import { REPORTS } from "./content.ts";
import { PAGE_SIZE, useReports } from "./use-reports.ts";

type Report = z.output<typeof staffReport>;

interface ReportListProps {
  readonly listState: ListState;
  readonly listRef: RefObject<HTMLElement | null>;
  readonly open: string | undefined;
}

export function ReportList({ listState, listRef, open }: ReportListProps) {
  const { search } = listState;
  const reports = useReports(search);
  useFullPage(reports.data, listState);
  return (
    <section className="list-card queue-card" aria-label={REPORTS.list} ref={listRef} tabIndex={-1}>
      <Filter listState={listState} />
      <Loaded query={reports} failed={REPORTS.failed} rows={8}>
        {({ items, total, next }) => {
          if (items.length === 0) return <Nothing isClosed={search.show === "decided"} />;
          return (
            <>
              <Rows items={items} open={open} busy={reports.isPlaceholderData} />
              <CasePager
                label={REPORTS.pages}
                page={{ count: items.length, total, next }}
                pageSize={PAGE_SIZE}
                listState={listState}
                busy={reports.isPlaceholderData}
              />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function Filter({ listState: { search, filter } }: { readonly listState: ListState }) {
  return (
    <Toolbar>
      <Pick
        label={REPORTS.state}
        value={search.show === "decided" ? "closed" : search.late ? "late" : "open"}
        onChange={({ currentTarget: { value } }) =>
          filter({
            show: value === "closed" ? "decided" : undefined,
            late: value === "late" ? true : undefined,
          })
        }
      >
        <option value="open">{REPORTS.open}</option>
        <option value="late">{REPORTS.late}</option>
        <option value="closed">{REPORTS.closed}</option>
      </Pick>
    </Toolbar>
  );
}

const Nothing = ({ isClosed }: { readonly isClosed: boolean }) => (
  <EmptyState title={isClosed ? REPORTS.noneClosed : REPORTS.none}>
    {isClosed ? REPORTS.noneClosedText : REPORTS.noneText}
  </EmptyState>
);

interface RowsProps {
  readonly items: readonly Report[];
  readonly open: string | undefined;
  readonly busy: boolean;
}

function Rows({ items, open, busy }: RowsProps) {
  return (
    <ol className="queue busy" aria-busy={busy}>
      {items.map((report) => (
        <li key={report.id}>
          <Link
            className="queue-line"
            to="."
            search={withCase(`report:${report.id}`)}
            state={(before) => before}
            resetScroll={false}
            data-case={`report:${report.id}`}
            data-late={report.late || undefined}
            aria-current={open === report.id ? "true" : undefined}
          >
            <span className="queue-name">
              <UserText text={report.placeName} />
            </span>
            <span className="queue-kind">{REPORT_LABELS[report.kind]}</span>
            <bdi className="queue-partner">
              {report.city}, {report.state}
            </bdi>
            {report.reports > 1 && <span className="queue-facts">{REPORTS.merged(report.reports)}</span>}
            <ReportClock report={report} />
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** Until when the owner can reply, or when it is due, or who closed it. */
export function ReportClock({ report }: { readonly report: Report }) {
  const now = useNow();
  const { closedAt, closedBy, closableFrom, late, dueBy } = report;
  if (closedAt !== null)
    return <span className="queue-due">{REPORTS.closedBy(closedBy ?? "", formatDay(closedAt))}</span>;
  if (late)
    return (
      <span className="queue-late">
        <Badge tone="bad">{REPORTS.lateBy(formatElapsed(now - dueBy.getTime()))}</Badge>
      </span>
    );
  if (closableFrom !== null)
    return <span className="queue-due">{REPORTS.waits(formatDueDay(closableFrom))}</span>;
  return <span className="queue-due">{REPORTS.due(formatDueDay(dueBy))}</span>;
}
