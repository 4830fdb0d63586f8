import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import type { z } from "zod";
import type { staffReport } from "../../../../modules/directory/reports/schema.ts";
import { formatDay, formatDueDay, formatElapsed, isolated } from "../../../../shared/format.ts";
import { REPORT_LABELS } from "../../../../shared/reviews/reports.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { Viewers } from "../../../kit/records/viewers.tsx";
import { Pick, Toolbar } from "../../../kit/table/toolbar.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { pageInput, useFullPage, useListSearchParams } from "../../../lib/list.ts";
import { useNow } from "../../../lib/now.ts";
import { CaseSection } from "./case/case.tsx";
import { UnsentNote } from "./case/decision.tsx";
import { FileViewer } from "./case/evidence.tsx";
import { CasePager, type ListState, scrollIntoView, useLeaveCase, withCase } from "./desk.tsx";
import { ClosePart, PublishedReport, type ShownReport, useCloseDraft } from "./report-closing.tsx";
import { type ReviewSearchParams, reviewSearchParams } from "./search-params.ts";

/** Visitors' reports: the list on the left and the case on the right; on a phone one at a time. */
export function ReportScreen() {
  const listState = useListSearchParams<ReviewSearchParams>(reviewSearchParams);
  const list = useRef<HTMLElement>(null);
  const key = listState.search.case;
  const leave = useLeaveCase(list, key);
  const id = key?.startsWith("report:") ? key.slice("report:".length) : undefined;
  return (
    <div className="review-screen" data-open={id === undefined ? undefined : true}>
      <div className="review-screen-side">
        <ReportList listState={listState} listRef={list} open={id} />
      </div>
      <section className="review-screen-case" aria-label="Report">
        {id === undefined ? (
          <div className="list-card review-screen-none">
            <EmptyState title="Choose a report">
              The owner has five business days to reply. Then we have five to close it.
            </EmptyState>
          </div>
        ) : (
          <article className="list-card case" key={id}>
            <div className="case-back">
              <Button look="text" className="button-tiny" onClick={leave}>
                Back to the reports
              </Button>
            </div>
            <LoadedReport id={id} />
          </article>
        )}
      </section>
    </div>
  );
}

function LoadedReport({ id }: { readonly id: string }) {
  const found = trpc.admin.reviews.reports.get.useQuery({ id });
  return (
    <Loaded query={found} failed="The report could not be loaded" rows={8}>
      {(report) => <ReportCase report={report} />}
    </Loaded>
  );
}

/** A report with everything needed to close it, or what was published. */
function ReportCase({ report }: { readonly report: ShownReport }) {
  const isOpen = report.status === "open";
  const draft = useCloseDraft(report.id);
  const unsent = draft.conclusion.current.trim();
  return (
    <>
      <ReportHead report={report} key={report.status} />
      <div className="case-body">
        <div className="case-parts">
          {isOpen && <Words report={report} />}
          <Photos report={report} />
          {isOpen && report.reports > 1 && <Merged report={report} />}
          {isOpen && <Owner report={report} />}
          {!isOpen && (
            <CaseSection title="On the place's page">
              <PublishedReport
                text={report.shownText}
                reply={report.shownReply}
                conclusion={report.conclusion}
              />
            </CaseSection>
          )}
        </div>
      </div>
      {isOpen && <ClosePart report={report} draft={draft} />}
      {!isOpen && unsent !== "" && (
        <div className="case-outcome">
          <UnsentNote note={unsent} />
        </div>
      )}
    </>
  );
}

/** Focused when the case is opened and when it is closed. */
function ReportHead({ report }: { readonly report: ShownReport }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="case-head">
      <p className="case-kind">{REPORT_LABELS[report.kind]}</p>
      <h2 ref={heading} tabIndex={-1} dir="auto">
        {report.placeName}
      </h2>
      <p className="case-line">
        <span className="soft">{`Sent ${formatDay(report.openedAt)}`}</span>
        <ReportClock report={report} />
        <a href={`/places/${report.poiId}`}>See the place's page</a>
      </p>
      <Viewers caseKey={`report:${report.id}`} />
    </header>
  );
}

function Words({ report: { text, wantsOutcome } }: { readonly report: ShownReport }) {
  return (
    <CaseSection title="What the visitor wrote">
      {text === "" ? (
        <p className="soft">The visitor's words were erased.</p>
      ) : (
        <p className="case-text" dir="auto">
          {text}
        </p>
      )}
      {wantsOutcome && (
        <p className="soft">The visitor left an address and gets an email when the report is closed.</p>
      )}
    </CaseSection>
  );
}

/** Seen by staff alone: neither the owner nor the place's page has them. */
function Photos({ report: { photos } }: { readonly report: ShownReport }) {
  if (photos.length === 0) return null;
  return (
    <CaseSection title={photos.length === 1 ? "Photo from the visitor" : "Photos from visitors"}>
      {photos.map((photo) => (
        <FileViewer key={photo.id} file={photo} />
      ))}
    </CaseSection>
  );
}

function Merged({ report: { merged, reports } }: { readonly report: ShownReport }) {
  const counted = reports - 1 - merged.length;
  return (
    <CaseSection title="Other reports from the same network">
      <ul className="case-list">
        {merged.map(({ kind, text, at }) => (
          <li key={`${kind}${text}`}>
            <strong>{REPORT_LABELS[kind]}</strong> <span className="soft">{formatDay(at)}</span>
            <p className="case-text" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ul>
      {counted > 0 && <p className="soft">{`${counted} more were only counted.`}</p>}
    </CaseSection>
  );
}

function Owner({ report: { ownerName, reply, repliedAt } }: { readonly report: ShownReport }) {
  return (
    <CaseSection title="The owner">
      {ownerName === null ? (
        <p className="soft">This place has no owner who could reply.</p>
      ) : (
        <p>
          <strong>
            <bdi>{ownerName}</bdi>
          </strong>{" "}
          <span className="soft">
            {repliedAt ? `Replied on ${formatDay(repliedAt)}` : "Has not replied."}
          </span>
        </p>
      )}
      {reply !== "" && (
        <p className="case-text" dir="auto">
          {reply}
        </p>
      )}
    </CaseSection>
  );
}

type Report = z.output<typeof staffReport>;

interface ReportListProps {
  readonly listState: ListState;
  readonly listRef: RefObject<HTMLElement | null>;
  readonly open: string | undefined;
}

function ReportList({ listState, listRef, open }: ReportListProps) {
  const { search } = listState;
  const reports = useReports(search);
  useFullPage(reports.data, listState);
  return (
    <section className="list-card queue-card" aria-label="Reports about places" ref={listRef} tabIndex={-1}>
      <Filter listState={listState} />
      <Loaded query={reports} failed="The reports could not be loaded" rows={8}>
        {({ items, total, next }) => {
          if (items.length === 0) return <Nothing isClosed={search.show === "decided"} />;
          return (
            <>
              <Rows items={items} open={open} busy={reports.isPlaceholderData} />
              <CasePager
                label="Pages of reports"
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
        label="Show"
        value={search.show === "decided" ? "closed" : search.late ? "late" : "open"}
        onChange={({ currentTarget: { value } }) =>
          filter({
            show: value === "closed" ? "decided" : undefined,
            late: value === "late" ? true : undefined,
          })
        }
      >
        <option value="open">Open</option>
        <option value="late">Late only</option>
        <option value="closed">Closed</option>
      </Pick>
    </Toolbar>
  );
}

const Nothing = ({ isClosed }: { readonly isClosed: boolean }) => (
  <EmptyState title={isClosed ? "Nothing here" : "No report is open"}>
    {isClosed
      ? "Closed reports stay here with what was published."
      : "What visitors report about places appears here."}
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
            ref={open === report.id ? scrollIntoView : undefined}
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
            {report.reports > 1 && (
              <span className="queue-facts">{`${report.reports} reports from one network`}</span>
            )}
            <ReportClock report={report} />
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** Until when the owner can reply, or when it is due, or who closed it. */
function ReportClock({ report }: { readonly report: Report }) {
  const now = useNow();
  const { closedAt, closedBy, closableFrom, late, dueBy } = report;
  if (closedAt !== null)
    return (
      <span className="queue-due">{`Closed by ${isolated(closedBy ?? "")}, ${formatDay(closedAt)}`}</span>
    );
  if (late)
    return (
      <span className="queue-late">
        <Badge tone="bad">{`Late by ${formatElapsed(now - dueBy.getTime())}`}</Badge>
      </span>
    );
  if (closableFrom !== null)
    return <span className="queue-due">{`Owner may reply until ${formatDueDay(closableFrom)}`}</span>;
  return <span className="queue-due">{`Due by ${formatDueDay(dueBy)}`}</span>;
}

const PAGE_SIZE = 25;

/** Open cases by the day on which they are due, or closed ones, newest first. */
const useReports = (search: ReviewSearchParams) =>
  trpc.admin.reviews.reports.list.useQuery(reportsInput(search), { placeholderData: keepPreviousData });

const reportsInput = ({ show, late, ...position }: ReviewSearchParams) => ({
  status: show === "decided" ? ("closed" as const) : ("open" as const),
  late,
  ...pageInput(position),
  limit: PAGE_SIZE,
});
