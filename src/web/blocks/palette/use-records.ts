import { keepPreviousData } from "@tanstack/react-query";
import { seconds } from "../../../shared/duration.ts";
import { trpc } from "../../lib/api.tsx";
import { ADMINS, PARTNER_MANAGERS } from "../staff/roles.ts";
import { useStaff } from "../staff/use-staff.ts";
import { PALETTE } from "./content.ts";
import type { Entry } from "./entries.ts";

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
  const all = [inquiries, places, signups, partners, users];
  const found: readonly Entry[] = [
    ...(inquiries.data?.items ?? []).map(({ id, businessName, email }) => ({
      ...entryOf("inquiries", id, businessName, email),
      ...{ to: "/admin/inquiries", search: { open: id } },
    })),
    ...(places.data?.items ?? []).map(({ id, name, address, city }) => ({
      ...entryOf("places", id, name, [address, city].filter(Boolean).join(", ")),
      ...{ to: "/admin/places", search: { place: id } },
    })),
    ...(signups.data?.items ?? []).map(({ id, firstName, lastName, email }) => ({
      ...entryOf("signups", id, [firstName, lastName].filter(Boolean).join(" "), email),
      ...{ to: "/admin/waitlist", search: { q: email } },
    })),
    ...(partners.data?.items ?? []).map(({ id, businessName, email }) => ({
      ...entryOf("partners", id, businessName, email),
      ...{ to: "/partner-manager", search: { q: email } },
    })),
    ...(users.data?.items ?? []).map(({ id, username, email }) => ({
      ...entryOf("users", id, username, email ?? ""),
      ...{ to: "/admin/users", search: { q: username } },
    })),
  ];
  return {
    found: q === "" ? [] : found,
    isSearching: all.some(({ isFetching }) => isFetching),
    hasFailed: all.some(({ isError }) => isError),
  } as const;
}

const entryOf = (
  kind: "inquiries" | "places" | "signups" | "partners" | "users",
  id: string,
  label: string,
  detail: string,
) => ({
  id: `${kind} ${id}`,
  group: PALETTE[kind],
  label,
  detail,
});
