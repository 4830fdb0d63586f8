import { z } from "zod";
import { listParams, scopedParams } from "../../../kit/records/list-params.ts";
import { RECIPIENT_NAMES, STATE_NAMES } from "./content.ts";

export const broadcastParams = listParams({
  filters: { state: { kind: "choice", label: "State", options: STATE_NAMES } },
});

export const recipientParams = listParams({
  filters: { state: { kind: "choice", label: "State", options: RECIPIENT_NAMES } },
});

const ID_MAX = 100;

/** `open` is the broadcast that is written or watched; `new` one that was not saved yet. */
export const broadcastsSearch = scopedParams({ list: broadcastParams, recipients: recipientParams }).extend({
  open: z.string().min(1).max(ID_MAX).optional().catch(undefined),
});
