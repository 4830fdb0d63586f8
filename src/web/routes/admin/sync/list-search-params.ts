import { z } from "zod";
import { CHANGE_KINDS } from "../../../../modules/sync/changes/schema.ts";
import { listParams, scopedParams } from "../../../kit/records/list-params.ts";
import { typedText } from "../../../lib/list/use-search-params.ts";

export const runParams = listParams({ filters: {} });
export const failureParams = listParams({ filters: {} });
export const decisionParams = listParams({ filters: {} });

/** What is open over the lists: a place that failed, or the changes of the next run and one kind of them. */
export const syncDialogs = z.object({
  failure: typedText,
  changes: z.enum(["next", "all"]).optional().catch(undefined),
  kind: z.enum(CHANGE_KINDS).optional().catch(undefined),
});

export const syncSearch = z.intersection(
  scopedParams({ runs: runParams, failures: failureParams, decisions: decisionParams }),
  syncDialogs,
);
