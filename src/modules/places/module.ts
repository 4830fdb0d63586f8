import type { Offers } from "../../core/rpc/offers.ts";
import { purgeMergeUndo } from "./merge/service.ts";
import { onPartner } from "./owner.ts";
import { addUpChangeCounts } from "./search-version.ts";
import { pois } from "./table.ts";
import { putBack } from "./trash.ts";

export const places: Offers = {
  restore: { place: putBack },
  retention: [purgeMergeUndo],
  compaction: addUpChangeCounts,
  recordNames: { place: { table: pois, id: pois.id, name: pois.name } },
  onPartner,
};
