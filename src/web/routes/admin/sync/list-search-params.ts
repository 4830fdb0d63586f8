import { z } from "zod";
import { listParams, scopedParams } from "../../../kit/records/list-params.ts";
import { typedText } from "../../../lib/list.ts";

export const runParams = listParams({ filters: {} });
export const failureParams = listParams({ filters: {} });
export const decisionParams = listParams({ filters: {} });

/** The place that failed whose rows are compared in a dialog over the lists. */
export const syncDialogs = z.object({ failure: typedText });

export const syncSearch = z.intersection(
  scopedParams({ runs: runParams, failures: failureParams, decisions: decisionParams }),
  syncDialogs,
);
