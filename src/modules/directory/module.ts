import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Offers } from "../../core/rpc/offers.ts";
import type { Tx } from "../../db/client.ts";
import { moveRows, moveRowsBack } from "../../db/query/move-rows.ts";
import type { MovedRows } from "../../shared/places/facts.ts";
import { evidenceFiles } from "../evidence/public.ts";
import { deleteReporters, eraseReportsOf, onPartner, reportsOf } from "./reports/erasure.ts";
import * as reports from "./reports/quarantine.ts";
import { placeReports, placeReports as t } from "./reports/table.ts";
import { onSourceGone } from "./still-open/on-source-gone.ts";
import { deleteOldAnswers } from "./still-open/queries.ts";
import { placeOpenAnswers } from "./still-open/table.ts";
import { deleteSuggesters, eraseSuggestionsOf, suggestionsOf } from "./suggestions/personal-data.ts";
import * as suggestions from "./suggestions/quarantine.ts";
import { placeSuggestions } from "./suggestions/table.ts";
import { deleteOldVisits } from "./visits/queries.ts";

const REPORTS = {
  table: t,
  id: t.id,
  poiId: t.poiId,
  state: sql`case when ${t.closedAt} is null then 'open' else 'closed' end`,
} as const;

/** What happens to reports when places change. */
const onPlace = {
  placeUse: async (tx, poiId) =>
    (await tx.$count(t, and(eq(t.poiId, poiId), isNull(t.deletedAt)))) > 0
      ? "a visitor has sent a report about the place"
      : null,
  placeRecords: { reports: { move: moveReports, moveBack: moveReportsBack } },
} satisfies Offers;

/** Moves all reports about a duplicate to the place that stays: open cases stay open, and conclusions stay public. */
async function moveReports(tx: Tx, _: Deps, from: string, to: string): Promise<MovedRows> {
  return { rows: await moveRows(tx, REPORTS, from, to), ended: [] };
}

/** Undoes `moveReports`. Returns how many have been closed since and stay. */
function moveReportsBack(tx: Tx, { rows }: MovedRows, from: string, to: string): Promise<number> {
  return moveRowsBack(tx, REPORTS, rows, from, to);
}

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
