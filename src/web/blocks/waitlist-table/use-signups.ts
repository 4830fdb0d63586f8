import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../lib/api.tsx";
import type { SignupPlace, SignupSort } from "./list-search-params.ts";

/** The orders that can be asked for backwards, which is how the last page is read. */
const REVERSED: Partial<Record<SignupSort, SignupSort>> = { newest: "oldest", oldest: "newest" };

export const isReversible = (sort: SignupSort = "newest"): boolean => sort in REVERSED;

export function useSignups({ q = "", beta, sort = "newest", cursor, end }: SignupPlace, limit: number) {
  return trpc.admin.waitlist.list.useQuery(
    { q, beta, cursor, limit, sort: (end && REVERSED[sort]) || sort },
    {
      placeholderData: keepPreviousData,
      select: (page) => (end ? { ...page, items: page.items.toReversed() } : page),
    },
  );
}
