import { useRef } from "react";
import { trpc } from "../../../../lib/api.tsx";
import { useListSearchParams } from "../../../../lib/list/use-search-params.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { EmptyState } from "../../../../ui/states/states.tsx";
import { type ReviewSearchParams, reviewSearchParams } from "../search-params.ts";
import { useLeaveCase } from "../use-open-case.ts";
import { REPORTS } from "./content.ts";
import { ReportCase } from "./report-case.tsx";
import { ReportList } from "./report-list.tsx";

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
