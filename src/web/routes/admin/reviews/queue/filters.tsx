import { act } from "../../../../blocks/copy-command/acts.ts";
import { CopyCommand } from "../../../../blocks/copy-command/copy-command.tsx";
import { Pick, Toolbar } from "../../../../ui/toolbar/toolbar.tsx";
import { REVIEWS } from "../content.ts";
import type { ReviewSearchParams } from "../search-params.ts";
import { queueInput } from "./use-queue.ts";

interface FiltersProps {
  readonly search: ReviewSearchParams;
  readonly filter: (change: Partial<ReviewSearchParams>) => void;
}

export function Filters({ search, filter }: FiltersProps) {
  return (
    <Toolbar>
      <Pick
        label={REVIEWS.state}
        value={search.show ?? (search.late ? "late" : "pending")}
        onChange={({ currentTarget: { value } }) =>
          filter({
            show: value === "decided" ? "decided" : undefined,
            late: value === "late" ? true : undefined,
          })
        }
      >
        <option value="pending">{REVIEWS.pending}</option>
        <option value="late">{REVIEWS.late}</option>
        <option value="decided">{REVIEWS.decided}</option>
      </Pick>
      <Pick
        label={REVIEWS.kind}
        value={search.kind ?? "all"}
        onChange={({ currentTarget: { value } }) =>
          filter({ kind: value === "claim" || value === "request" ? value : undefined })
        }
      >
        <option value="all">{REVIEWS.kinds.all}</option>
        <option value="claim">{REVIEWS.kinds.claim}</option>
        <option value="request">{REVIEWS.kinds.request}</option>
      </Pick>
      {search.show !== "decided" && <CopyCommand {...act("reviews.queue", queueInput(search))} />}
    </Toolbar>
  );
}
