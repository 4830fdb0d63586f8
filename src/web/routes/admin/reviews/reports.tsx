import { formatDay, formatDueDay, formatElapsed, isolated } from "../../../../shared/format.ts";
import { releaseLabel } from "../../../../shared/places/sources.ts";
import { REPORT_LABELS } from "../../../../shared/reviews/reports.ts";
import { Badge } from "../../../kit/page/badge.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useNow } from "../../../lib/now.ts";
import { type CaseActions, CaseSection } from "./case/case.tsx";
import { UnsentNote } from "./case/decision.tsx";
import { FileViewer } from "./case/evidence.tsx";
import { CaseFrame, CaseHead } from "./case/frame.tsx";
import { ClosePart, PublishedReport, type ShownReport, useCloseDraft } from "./report-closing.tsx";

/** A visitor's report about a place. */
export function ReportCase({ id }: CaseActions & { readonly id: string }) {
  const found = trpc.admin.reviews.reports.get.useQuery({ id });
  return (
    <Loaded query={found} failed="The report could not be loaded" rows={8}>
      {(report) => <Shown key={report.status} report={report} />}
    </Loaded>
  );
}

/** A report with everything needed to close it, or what was published. */
function Shown({ report }: { readonly report: ShownReport }) {
  const isOpen = report.status === "open";
  const draft = useCloseDraft(report.id);
  const unsent = draft.conclusion.current.trim();
  return (
    <CaseFrame
      head={
        <CaseHead
          kind="report"
          id={report.id}
          name={report.placeName}
          title={REPORT_LABELS[report.kind]}
          {...(!isOpen && { status: "approved" as const })}
          sentAt={report.openedAt}
        >
          <ReportClock report={report} />
          <a href={`/places/${report.poiId}`}>See the place's page</a>
        </CaseHead>
      }
      sent={
        <>
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
                askedBy={report.askedBy}
              />
            </CaseSection>
          )}
        </>
      }
      facts={null}
    >
      {isOpen && <ClosePart report={report} draft={draft} />}
      {!isOpen && unsent !== "" && (
        <div className="case-outcome">
          <UnsentNote note={unsent} />
        </div>
      )}
    </CaseFrame>
  );
}

/** Until when the owner can reply, or when it is due, or who closed it. */
function ReportClock({ report }: { readonly report: ShownReport }) {
  const now = useNow();
  const { closedAt, closedBy, closableFrom, late, dueBy } = report;
  if (closedAt !== null)
    return (
      <span className="case-due">{`Closed by ${isolated(closedBy ?? "")}, ${formatDay(closedAt)}`}</span>
    );
  if (late) return <Badge tone="bad">{`Late by ${formatElapsed(now - dueBy.getTime())}`}</Badge>;
  if (closableFrom !== null)
    return <span className="case-due">{`Owner may reply until ${formatDueDay(closableFrom)}`}</span>;
  return <span className="case-due">{`Due by ${formatDueDay(dueBy)}`}</span>;
}

function Words({ report: { text, askedBy, wantsOutcome } }: { readonly report: ShownReport }) {
  return (
    <CaseSection title={askedBy === null ? "What the visitor wrote" : releaseLabel(askedBy)}>
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
