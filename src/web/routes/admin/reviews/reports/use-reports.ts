import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../../../lib/api.tsx";
import { pageInput } from "../../../../lib/list.ts";
import type { ReviewSearchParams } from "../search-params.ts";

export const PAGE_SIZE = 25;

/** Open cases by the day on which they are due, or closed ones, newest first. */
export const useReports = (search: ReviewSearchParams) =>
  trpc.admin.reviews.reports.list.useQuery(reportsInput(search), { placeholderData: keepPreviousData });

export const reportsInput = ({ show, late, ...position }: ReviewSearchParams) => ({
  status: show === "decided" ? ("closed" as const) : ("open" as const),
  late,
  ...pageInput(position),
  limit: PAGE_SIZE,
});

/** How many reports are open; null while unknown. */
export function useReportCount(): number | null {
  const { data } = trpc.admin.reviews.reports.list.useQuery({ status: "open", limit: 1 });
  return data ? data.total : null;
}
