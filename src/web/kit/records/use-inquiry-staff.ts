import type { StaffUser } from "../../../modules/accounts/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { ADMINS } from "../staff/roles.ts";

const ALL = 500;

/** The active staff accounts that handle inquiries, by name; empty until they have loaded. */
export function useInquiryStaff(): readonly StaffUser[] {
  const { data } = trpc.admin.users.list.useQuery({ limit: ALL });
  return (data?.items ?? [])
    .filter(({ isActive, role }) => isActive && ADMINS.includes(role))
    .toSorted((a, b) => a.username.localeCompare(b.username));
}
