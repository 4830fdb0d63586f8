import { z } from "zod";
import { listParams, scopedParams } from "../../../kit/records/list-params.ts";
import { typedText } from "../../../lib/list.ts";

export const runParams = listParams({ filters: {} });
export const failureParams = listParams({ filters: {} });

export const syncSearch = z.intersection(
  scopedParams({ runs: runParams, failures: failureParams }),
  /** The place whose failure or decision is open in a dialog over the lists. */
  z.object({ failure: typedText }),
);
