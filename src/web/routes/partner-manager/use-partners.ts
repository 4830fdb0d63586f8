import { keepPreviousData } from "@tanstack/react-query";
import type { z } from "zod";
import type { partner } from "../../../modules/partners/schema.ts";
import { trpc } from "../../lib/api.tsx";
import type { PartnerPlace, PartnerSort } from "./list-search-params.ts";

export type Partner = z.output<typeof partner>;

/** The orders that can be asked for backwards, which is how the last page is read. */
const REVERSED: Partial<Record<PartnerSort, PartnerSort>> = { newest: "oldest", oldest: "newest" };

export const isReversible = (sort: PartnerSort = "newest"): boolean => sort in REVERSED;

export function usePartners({ q = "", verified, sort = "newest", cursor, end }: PartnerPlace, limit: number) {
  return trpc.partnerManager.partners.list.useQuery(
    { q, verified, cursor, limit, sort: (end && REVERSED[sort]) || sort },
    {
      placeholderData: keepPreviousData,
      select: (page) => (end ? { ...page, items: page.items.toReversed() } : page),
    },
  );
}

/** After one's own change the list and the counters are asked for again. */
export function usePartnersChanged() {
  const utils = trpc.useUtils();
  return () => utils.partnerManager.partners.invalidate();
}
