import { and, eq, gte, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { STILL_OPEN } from "../../../copy/en/places.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Offers } from "../../../core/rpc/offers.ts";
import type { Tx } from "../../../db/client.ts";
import { days, hours } from "../../../shared/duration.ts";
import { SOURCE_TERMS } from "../../../shared/places/sources.ts";
import { currentPois, mergedPlaces, placeFacts, type SourceGone } from "../../places/public.ts";
import { fileReport, networkKey, newReport } from "../reports/service.ts";
import { placeReports } from "../reports/table.ts";
import { SIGN_DAYS } from "./queries.ts";
import { STILL_OPEN_NETWORK } from "./service.ts";
import { placeOpenAnswers as t } from "./table.ts";

/** Cases that one intake opens; the pages of all places ask their visitors. docs/limits.md */
const CASES_MAX = 200;

const textOf = ({ source, why }: Pick<SourceGone, "source" | "why">): string =>
  STILL_OPEN.askedBySource[why](SOURCE_TERMS[source].name);

/** What staff are asked when a source no longer has a place, unless the owner, staff or a visitor have confirmed it. */
export const onSourceGone = {
  async onSourceGone(tx, deps, gone) {
    const places = await unconfirmed(tx, deps, gone.ids);
    for (const place of places) {
      const network = networkKey(deps, place.id, STILL_OPEN_NETWORK);
      const report = newReport(
        deps,
        { id: place.id, kind: "closed", text: textOf(gone), email: "" },
        network,
      );
      const { source, release } = gone;
      await fileReport(tx, deps, place, { ...report, askedBy: { source, release } });
    }
  },
  async onSourceBack(tx, gone, at) {
    const untouched = and(
      isNull(placeReports.closedAt),
      isNull(placeReports.repliedAt),
      eq(placeReports.reports, 1),
    );
    const soon = new Date(at.getTime() + hours(1)); // the intake itself took a while
    await tx
      .delete(placeReports)
      .where(
        and(
          inArray(placeReports.poiId, [...gone.ids]),
          isNotNull(placeReports.askedBy),
          eq(placeReports.text, textOf(gone)),
          gte(placeReports.createdAt, at),
          lte(placeReports.createdAt, soon),
          untouched,
        ),
      );
  },
} satisfies Offers;

/** The first of these places of which no one said within a year that they are open. */
function unconfirmed(tx: Tx, { now }: Deps, ids: readonly string[]) {
  const since = new Date(now().getTime() - days(SIGN_DAYS)).toISOString();
  const isRecent = sql`>= ${since}::timestamptz`;
  return tx
    .select()
    .from(currentPois)
    .where(
      and(
        sql`${currentPois.id} in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
        sql`${currentPois.id} not in (select coalesce(${mergedPlaces.poiId}, ${t.poiId}) from ${t}
          left join ${mergedPlaces} on ${mergedPlaces.id} = ${t.poiId} where ${t.answer} = 'open' and ${t.at} ${isRecent})`,
        sql`not exists (select from ${placeFacts} where ${placeFacts.poiId} = ${currentPois.id}
          and ${placeFacts.source} <> 'import' and ${placeFacts.at} ${isRecent})`,
      ),
    )
    .orderBy(currentPois.id)
    .limit(CASES_MAX)
    .for("update");
}
