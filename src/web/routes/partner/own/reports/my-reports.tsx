import { OwnList } from "../own-list.tsx";
import { useOwn } from "../use-own.ts";
import { MY_REPORTS } from "./content.ts";
import { ReportCard } from "./report-card.tsx";

/** What visitors reported about the partner's places. */
export function MyReports() {
  const { reports } = useOwn();
  return (
    <OwnList
      list={reports}
      words={MY_REPORTS}
      emptyAction={null}
      keyOf={(report) => report.id}
      card={(report) => <ReportCard report={report} />}
    />
  );
}
