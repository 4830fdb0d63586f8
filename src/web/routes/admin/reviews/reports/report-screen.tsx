import { useEffect, useRef } from "react";
import { formatDay } from "../../../../../shared/format.ts";
import { REPORT_LABELS } from "../../../../../shared/reviews/reports.ts";
import { Button } from "../../../../kit/page/button.tsx";
import { Loaded } from "../../../../kit/page/loaded.tsx";
import { EmptyState } from "../../../../kit/page/states.tsx";
import { Viewers } from "../../../../kit/records/viewers.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { useListSearchParams } from "../../../../lib/list/use-search-params.ts";
import { CaseSection } from "../case/section.tsx";
import { UnsentNote } from "../decision/unsent-note.tsx";
import { type ReviewSearchParams, reviewSearchParams } from "../search-params.ts";
import { useLeaveCase } from "../use-open-case.ts";
import { ClosePart } from "./close-form.tsx";
import { REPORTS } from "./content.ts";
import { PublishedReport } from "./published-report.tsx";
import { ReportClock, ReportList } from "./report-list.tsx";
import type { ShownReport } from "./shown-report.ts";
import { useCloseDraft } from "./use-close-draft.ts";

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
      <section className="review-screen-case" aria-label={REPORTS.pane}>
        {id === undefined ? (
          <div className="list-card review-screen-none">
            <EmptyState title={REPORTS.choose}>{REPORTS.chooseText}</EmptyState>
          </div>
        ) : (
          <article className="list-card case" key={id}>
            <div className="case-back">
              <Button look="text" className="button-tiny" onClick={leave}>
                {REPORTS.back}
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
  const found = trpc.reviews.reports.get.useQuery({ id });
  return (
    <Loaded query={found} failed={REPORTS.caseFailed} rows={8}>
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
          {isOpen && report.reports > 1 && <Merged report={report} />}
          {isOpen && <Owner report={report} />}
          {!isOpen && (
            <CaseSection title={REPORTS.published}>
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
        <span className="soft">{REPORTS.sent(formatDay(report.openedAt))}</span>
        <ReportClock report={report} />
        <a href={`/places/${report.poiId}`}>{REPORTS.place}</a>
      </p>
      <Viewers caseKey={`report:${report.id}`} />
    </header>
  );
}

function Words({ report: { text, wantsOutcome } }: { readonly report: ShownReport }) {
  return (
    <CaseSection title={REPORTS.report}>
      {text === "" ? (
        <p className="soft">{REPORTS.erased}</p>
      ) : (
        <p className="case-text" dir="auto">
          {text}
        </p>
      )}
      {wantsOutcome && <p className="soft">{REPORTS.wantsOutcome}</p>}
    </CaseSection>
  );
}

function Merged({ report: { merged, reports } }: { readonly report: ShownReport }) {
  const counted = reports - 1 - merged.length;
  return (
    <CaseSection title={REPORTS.others}>
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
      {counted > 0 && <p className="soft">{REPORTS.counted(counted)}</p>}
    </CaseSection>
  );
}

function Owner({ report: { ownerName, reply, repliedAt } }: { readonly report: ShownReport }) {
  return (
    <CaseSection title={REPORTS.owner}>
      {ownerName === null ? (
        <p className="soft">{REPORTS.noOwner}</p>
      ) : (
        <p>
          <strong>
            <bdi>{ownerName}</bdi>
          </strong>{" "}
          <span className="soft">{repliedAt ? REPORTS.replied(formatDay(repliedAt)) : REPORTS.silent}</span>
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
