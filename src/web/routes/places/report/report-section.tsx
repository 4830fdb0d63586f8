import type { PublicPlace } from "../../../../modules/evidence/public/schema.ts";
import { longDay } from "../../../../shared/places/day.ts";
import type { ClosedReport } from "../../../../shared/reports/closed-report.ts";
import { REPORT_LABELS } from "../../../../shared/reports/report-kinds.ts";
import { ButtonLink } from "../../../ui/button/button.tsx";
import { CLOSED_REPORTS } from "./report-content.ts";

/** What visitors reported, what the owner replied and what staff found, and the way to report something. */
export function ReportSection({ place: { id, reports } }: { readonly place: PublicPlace }) {
  return (
    <>
      {reports.length > 0 && (
        <section className="report-section" aria-labelledby="reports">
          <h2 id="reports">{CLOSED_REPORTS.heading}</h2>
          {reports.map((report) => (
            <Report key={JSON.stringify(report)} report={report} />
          ))}
        </section>
      )}
      <section className="report-section" aria-labelledby="report">
        <h2 id="report">{CLOSED_REPORTS.ask}</h2>
        <p>{CLOSED_REPORTS.askText}</p>
        <ButtonLink look="quiet" href={`/places/${id}/report`} rel="nofollow">
          {CLOSED_REPORTS.report}
        </ButtonLink>
      </section>
    </>
  );
}

function Report({ report: { kind, text, reply, conclusion, openedOn, closedOn } }: ReportProps) {
  const words = [
    [CLOSED_REPORTS.visitor, text],
    [CLOSED_REPORTS.owner, reply],
    [CLOSED_REPORTS.found, conclusion],
  ] as const;
  return (
    <article className="report-section-case">
      <h3>{REPORT_LABELS[kind]}</h3>
      <p className="soft">
        {CLOSED_REPORTS.opened(longDay(openedOn))}, {CLOSED_REPORTS.closed(longDay(closedOn))}
      </p>
      <dl>
        {words.map(
          ([who, words]) =>
            words && (
              <div key={who}>
                <dt>{who}</dt>
                <dd dir="auto">{words}</dd>
              </div>
            ),
        )}
      </dl>
    </article>
  );
}

interface ReportProps {
  readonly report: ClosedReport;
}
