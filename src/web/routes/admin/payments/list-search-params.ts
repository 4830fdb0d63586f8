import { listParams, scopedParams, withOpenRecord } from "../../../kit/records/list-params.ts";
import { GATEWAYS, PAYMENT_STATUS_NAMES } from "./content.ts";

export const paymentParams = listParams({
  filters: {
    q: { kind: "search", label: "Search reference, name or email" },
    status: { kind: "choice", label: "Status", options: PAYMENT_STATUS_NAMES },
    kind: { kind: "choice", label: "Gateway", options: GATEWAYS },
  },
});

export const pledgeParams = listParams({
  filters: {
    q: { kind: "search", label: "Search reference, name or email" },
    received: { kind: "flag", label: "Arrived", options: { false: "Waiting", true: "Received" } },
  },
});

export const giftsSearch = withOpenRecord(scopedParams({ payments: paymentParams, pledges: pledgeParams }));
