import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { DomainError } from "../../shared/errors.ts";
import { dayIn } from "../../shared/places/days.ts";
import { timeZoneOf } from "../../shared/places/time-zone.ts";
import { keptPlaceOf, pois } from "../places/public.ts";
import type { withdrawalOutput } from "./schema.ts";
import { evidenceRecords as t } from "./table.ts";
import { recordOf } from "./tier/record-of.ts";
import { recordsOf, rulesOf } from "./tier/service.ts";
import { tierOn } from "./tier/tier.ts";

/** The tier of a place now, and after a record would be withdrawn today. Changes nothing. Throws 404. */
export async function tierWithout(
  { deps }: ActionContext<StaffActor>,
  id: string,
): Promise<z.input<typeof withdrawalOutput>> {
  const { orm } = deps.db;
  const [row] = await orm.select({ poiId: t.poiId }).from(t).where(eq(t.id, id));
  const poiId = row && ((await keptPlaceOf(orm, row.poiId)) ?? row.poiId);
  const [place] = poiId === undefined ? [] : await orm.select().from(pois).where(eq(pois.id, poiId));
  if (!place) throw new DomainError("notFound", "This record does not exist");
  if (place.category === "mosque") return { tier: null, after: null };
  const timeZone = timeZoneOf(place);
  const today = dayIn(timeZone, deps.now());
  const records = (await recordsOf(orm, place.id)).map((row) => recordOf(row, timeZone));
  const revocation = { kind: "revocation", id: "", by: "", recordedOn: today, recordId: id } as const;
  const rules = rulesOf(deps);
  return {
    tier: tierOn(records, today, rules).tier,
    after: tierOn([...records, revocation], today, rules).tier,
  };
}
