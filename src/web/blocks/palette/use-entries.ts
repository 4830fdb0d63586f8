import { useMemo } from "react";
import { useStaffScreens } from "../staff/staff-screens.ts";
import { useStaff } from "../staff/use-staff.ts";
import { actEntries, KEYS_ENTRY, matching, screenEntries } from "./entries.ts";
import { useRecords } from "./use-records.ts";

/** Screens and actions at once; records when typing pauses. */
export function useEntries(typed: string, q: string) {
  const { role } = useStaff();
  const screens = useStaffScreens();
  const own = useMemo(
    () => [...screenEntries(screens, role), ...actEntries(role), KEYS_ENTRY],
    [screens, role],
  );
  const { found, isSearching, hasFailed } = useRecords(q);
  const entries = [...matching(own, typed), ...(typed.trim() === "" ? [] : found)];
  return { entries, isSearching: isSearching || typed.trim() !== q, hasFailed } as const;
}
