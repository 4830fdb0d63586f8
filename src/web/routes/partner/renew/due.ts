import type { z } from "zod";
import type { dueRenewal } from "../../../../modules/evidence/renewals/schema.ts";
import { TIER_NAMES } from "../../../../shared/places/places.ts";
import { formatCalendarDay } from "../../../lib/format/format-date.ts";
import { RENEW } from "./content.ts";

/** A place whose tier can be renewed. */
export type Due = z.output<typeof dueRenewal>;

export const stateOf = ({ tier, until, ended }: Due): string =>
  (ended ? RENEW.ended : RENEW.ends)(TIER_NAMES[tier], formatCalendarDay(until));
