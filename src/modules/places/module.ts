import type { Offers } from "../../core/rpc/offers.ts";
import { purge, restore } from "./deletion.ts";
import { purgeSamples } from "./intake/samples.ts";
import { purgeRows } from "./intake/service.ts";
import { purgeMergeUndo } from "./merge/service.ts";
import { onPartner } from "./owner.ts";
import { addUpChangeCounts } from "./search/places-version.ts";
import { rebuildIndex } from "./search/reindex.ts";
import { currentPois } from "./table.ts";

export const places: Offers = {
  restore: { place: restore },
  purge: { place: purge },
  retention: [purgeRows, purgeSamples, purgeMergeUndo],
  derived: rebuildIndex,
  compaction: addUpChangeCounts,
  recordNames: { place: { table: currentPois, id: currentPois.id, name: currentPois.name } },
  onPartner,
};
