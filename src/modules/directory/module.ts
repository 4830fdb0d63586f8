import { isNull, lt, sql } from "drizzle-orm";
import type { Offers } from "../../core/rpc/offers.ts";
import { evidenceFiles } from "../evidence/public.ts";
import { deleteReporters, eraseReportsOf, onPartner, reportsOf } from "./reports/erasure.ts";
import { onPlace } from "./reports/on-place.ts";
import * as reports from "./reports/quarantine.ts";
import { placeReports } from "./reports/table.ts";
import { onSourceGone } from "./still-open/on-source-gone.ts";
import { deleteOldAnswers } from "./still-open/queries.ts";
import { placeOpenAnswers } from "./still-open/table.ts";
import { deleteSuggesters, eraseSuggestionsOf, suggestionsOf } from "./suggestions/personal-data.ts";
import * as suggestions from "./suggestions/quarantine.ts";
import { placeSuggestions } from "./suggestions/table.ts";
import { deleteOldVisits } from "./visits/queries.ts";

export const directory: Offers = {
  jobs: () => [{ operation: "admin.cities.count", when: { cron: "*/20 * * * * *" } }],
  purge: {
    async quarantine(tx, ids) {
      await reports.purge(tx, ids);
      await suggestions.purge(tx, ids);
    },
  },
  deletedRows: {
    quarantine: async (tx, id) => ({
      ...(await reports.deletedRows(tx, id)),
      ...(await suggestions.deletedRows(tx, id)),
    }),
  },
  quarantine: {
    list: async (deps, limit) => [
      ...(await reports.listQuarantined(deps, limit)),
      ...(await suggestions.listQuarantined(deps, limit)),
    ],
    release: async (deps, tx, id) =>
      (await reports.releaseQuarantined(deps, tx, id)) || suggestions.releaseQuarantined(deps, tx, id),
    remove: async (deps, tx, id) =>
      (await reports.removeQuarantined(deps, tx, id)) ?? suggestions.removeQuarantined(deps, tx, id),
    async restore(tx, item) {
      await reports.restoreQuarantined(tx, item);
      await suggestions.restoreQuarantined(tx, item);
    },
  },
  retention: [deleteReporters, deleteSuggesters, deleteOldVisits, deleteOldAnswers],
  onPartner,
  ...onPlace,
  ...onSourceGone,
  placeInUse: (poiId) => {
    const tables = [placeReports, placeOpenAnswers, placeSuggestions];
    return sql`(${sql.join(
      tables.map((table) => sql`exists (select from ${table} where ${table.poiId} = ${poiId})`),
      sql` or `,
    )})`;
  },
  personalData: async (tx, _, email) => ({
    ...(await reportsOf(tx, email)),
    ...(await suggestionsOf(tx, email)),
  }),
  async erase(tx, deps, email) {
    const reported = await eraseReportsOf(tx, deps, email);
    const { ids } = await eraseSuggestionsOf(tx, email);
    return { ...reported, ids: [...reported.ids, ...ids] };
  },
  filePurposes: [
    {
      ...{ table: placeReports, id: placeReports.id, of: evidenceFiles.reportId, poiId: placeReports.poiId },
      isOpen: isNull(placeReports.closedAt),
      decidedBefore: (end) => lt(placeReports.closedAt, end),
    },
  ],
};
