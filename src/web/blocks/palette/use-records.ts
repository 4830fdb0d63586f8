import { keepPreviousData } from "@tanstack/react-query";
import { seconds } from "../../../shared/duration.ts";
import { trpc } from "../../lib/api.tsx";
import { ADMINS, PARTNER_MANAGERS } from "../staff/roles.ts";
import { useStaff } from "../staff/use-staff.ts";
import { ENTRIES } from "./records.ts";

/** Records of each kind. */
const SHOWN = 5;

/** The records that the role may read and that match what was typed; one request for all kinds. */
export function useRecords(q: string) {
  const { role } = useStaff();
  const input = { q, limit: SHOWN };
  const when = (allowed: boolean) => ({
    enabled: allowed && q !== "",
    placeholderData: keepPreviousData,
    gcTime: seconds(30),
    staleTime: seconds(5),
  });
  const isAdmin = ADMINS.includes(role);
  const inquiries = trpc.admin.partnerships.list.useQuery(input, when(isAdmin));
  const places = trpc.admin.pois.list.useQuery(input, when(true));
  const signups = trpc.admin.waitlist.list.useQuery(input, when(isAdmin));
  const partners = trpc.partnerManager.partners.list.useQuery(input, when(PARTNER_MANAGERS.includes(role)));
  const users = trpc.admin.users.list.useQuery(input, when(isAdmin));
  const gifts = trpc.admin.payments.list.useQuery(input, when(isAdmin));
  const mails = trpc.admin.mails.list.useQuery(input, when(isAdmin));
  const all = [inquiries, places, signups, partners, users, gifts, mails];
  const found = [
    ...(inquiries.data?.items ?? []).map(ENTRIES.inquiries),
    ...(places.data?.items ?? []).map(ENTRIES.places),
    ...(signups.data?.items ?? []).map(ENTRIES.signups),
    ...(partners.data?.items ?? []).map(ENTRIES.partners),
    ...(users.data?.items ?? []).map(ENTRIES.users),
    ...(gifts.data?.items ?? []).map(ENTRIES.gifts),
    ...(mails.data?.items ?? []).map(ENTRIES.mails),
  ];
  return {
    found: q === "" ? [] : found,
    isSearching: all.some(({ isFetching }) => isFetching),
    hasFailed: all.some(({ isError }) => isError),
  } as const;
}
