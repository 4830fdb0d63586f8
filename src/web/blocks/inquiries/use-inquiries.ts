import { keepPreviousData } from "@tanstack/react-query";
import type { z } from "zod";
import type { inquiry } from "../../../modules/partnerships/schema.ts";
import { trpc } from "../../lib/api.tsx";
import type { InquiryPlace, InquirySort } from "./list-search-params.ts";

export type Inquiry = z.output<typeof inquiry>;

/** The orders that can be asked for backwards, which is how the last page is read. */
const REVERSED: Partial<Record<InquirySort, InquirySort>> = { newest: "oldest", oldest: "newest" };

export const isReversible = (sort: InquirySort = "newest"): boolean => sort in REVERSED;

export function useInquiries(
  { q = "", answered, type, sort = "newest", cursor, end }: InquiryPlace,
  limit: number,
) {
  return trpc.admin.partnerships.list.useQuery(
    {
      q,
      answered,
      businessType: type ?? "",
      cursor,
      limit,
      sort: (end && REVERSED[sort]) || sort,
    },
    {
      placeholderData: keepPreviousData,
      select: (page) => (end ? { ...page, items: page.items.toReversed() } : page),
    },
  );
}

/** After one's own change everything that shows inquiries is asked for again. */
export function useInquiriesChanged() {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([utils.admin.partnerships.list.invalidate(), utils.admin.dashboard.summary.invalidate()]);
}
