import { useAccountChange, useAccountSession, useAccountWatch } from "../../lib/session/account-session.ts";
import { STAFF_ACCOUNT } from "./staff-account.ts";
import type { Staff } from "./use-staff.ts";

/** Where the names of an employee's drafts begin. */
export const draftsOf = ({ userId }: Staff): string => `${STAFF_ACCOUNT.key}:${userId}:`;

/** The signed-in employee. */
export const useSession = () => useAccountSession(STAFF_ACCOUNT);
export const useSessionChange = () => useAccountChange(STAFF_ACCOUNT);
export const useSessionWatch = () => useAccountWatch(STAFF_ACCOUNT);
