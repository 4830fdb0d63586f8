import { MAIL_KINDS } from "../../../../shared/people/mails.ts";
import { listParams, scopedParams, withOpenRecord } from "../../../kit/records/list-params.ts";
import { REASON_NAMES, STATE_NAMES } from "./content.ts";

export const mailParams = listParams({
  filters: {
    q: { kind: "search", label: "Search address or subject" },
    state: { kind: "choice", label: "State", options: STATE_NAMES },
    kind: { kind: "choice", label: "Kind", options: MAIL_KINDS },
  },
});

export const suppressionParams = listParams({
  filters: {
    q: { kind: "search", label: "Search a whole address" },
    reason: { kind: "choice", label: "Reason", options: REASON_NAMES },
  },
});

export const mailsSearch = withOpenRecord(scopedParams({ mails: mailParams, suppressed: suppressionParams }));
