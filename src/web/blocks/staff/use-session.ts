import {
  type AccountKind,
  useAccountChange,
  useAccountSession,
  useAccountWatch,
} from "../../lib/account-session.ts";
import { STAFF } from "./content.ts";
import type { Staff } from "./use-staff.ts";

const KIND: AccountKind<Staff> = {
  key: "staff-session",
  over: STAFF.sessionOver,
  ask: (client) => client.admin.session.current.query(),
};

/** The signed-in employee. */
export const useSession = () => useAccountSession(KIND);
export const useSessionChange = () => useAccountChange(KIND);
export const useSessionWatch = () => useAccountWatch(KIND);
