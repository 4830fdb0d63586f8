import { useEffect, useRef, useState } from "react";
import { REPORT_LABELS } from "../../../../../shared/reports/report-kinds.ts";
import { focusFrom } from "../../../../lib/focus-from.ts";
import { formatDay, formatDueDay, useNow } from "../../../../lib/format/format-date.ts";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { UserText } from "../../../../ui/user-text/user-text.tsx";
import { MY_REPORTS } from "./content.ts";
import type { OwnReport } from "./own-report.ts";
import { ReplyForm } from "./reply-form.tsx";

export function ReportCard({ report }: { readonly report: OwnReport }) {
  const isOpen = report.status === "open";
  return (
    <article className="own-list-card">
      <div className="place-card-head">
        <h3>
          <UserText text={report.placeName} />
          <span className="own-list-number">
            {REPORT_LABELS[report.kind]}, {MY_REPORTS.sent(formatDay(report.openedAt))}
          </span>
        </h3>
        <Badge tone={isOpen ? "warning" : "plain"}>{isOpen ? MY_REPORTS.open : MY_REPORTS.closed}</Badge>
      </div>
      {report.reports > 1 && <p className="soft">{MY_REPORTS.several(report.reports)}</p>}
      {report.text === "" ? (
        <p className="soft">{MY_REPORTS.removed}</p>
      ) : (
        <Words who={MY_REPORTS.visitor} text={report.text} />
      )}
      {isOpen ? <Reply report={report} /> : <Closed report={report} />}
    </article>
  );
}

const Words = ({ who, text }: { readonly who: string; readonly text: string }) => (
  <div>
    <p className="soft">{who}</p>
    <p className="own-list-notes" dir="auto">
      {text}
    </p>
  </div>
);

/** The owner's reply with a button that changes it, or the form. */
function Reply({ report }: { readonly report: OwnReport }) {
  // A reply that another window sends does not take away the form in which one is typed.
  const [isForm, setForm] = useState(report.reply === "");
  const change = useChangeButton(isForm);
  const now = useNow();
  if (isForm)
    return (
      <>
        <p>{deadlineOf(report, now)}</p>
        <ReplyForm report={report} onClose={() => setForm(false)} />
      </>
    );
  return (
    <>
      <Words who={MY_REPORTS.yours} text={report.reply} />
      <Button look="quiet" className="button-small" ref={change} onClick={() => setForm(true)}>
        {MY_REPORTS.change}
      </Button>
    </>
  );
}

/** The button that takes the focus of the form that it replaces. */
function useChangeButton(isForm: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasForm = useRef(isForm);
  useEffect(() => {
    if (wasForm.current && !isForm) focusFrom(null, button.current);
    wasForm.current = isForm;
  }, [isForm]);
  return button;
}

function deadlineOf({ replyBy, reply }: OwnReport, now: number): string {
  if (replyBy === null || reply !== "") return MY_REPORTS.anytime;
  return replyBy.getTime() < now ? MY_REPORTS.late : MY_REPORTS.replyBy(formatDueDay(replyBy));
}

/** What is published. */
function Closed({ report: { reply, conclusion, poiId } }: { readonly report: OwnReport }) {
  return (
    <>
      {reply !== "" && <Words who={MY_REPORTS.yours} text={reply} />}
      <Words who={MY_REPORTS.found} text={conclusion} />
      <a href={`/places/${poiId}`}>{MY_REPORTS.page}</a>
    </>
  );
}
