import { listParams } from "../../../blocks/resource-list/list-params.ts";
import { scopedParams } from "../../../blocks/resource-list/scoped-params.ts";

export const runParams = listParams({ filters: {} });
export const failureParams = listParams({ filters: {} });

export const syncSearch = scopedParams({ runs: runParams, failures: failureParams });
