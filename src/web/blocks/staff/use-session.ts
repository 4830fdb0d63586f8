import { type AccountKind, useAccountChange, useAccountSession } from "../../lib/session/account-session.ts";
import { UNRECOVERED } from "../../lib/session/recovery.ts";
import { useAccountWatch } from "../../lib/session/use-account-watch.ts";
import { STAFF } from "./content.ts";
import type { Staff } from "./use-staff.ts";

const KIND: AccountKind<Staff> = {
  key: "staff-session",
  over: STAFF.sessionOver,
  idOf: ({ userId }) => userId,
  ask: (client) => client.admin.session.current.query(undefined, UNRECOVERED),
};

/** Where the names of an employee's drafts begin. */
export const draftsOf = ({ userId }: Staff): string => `${KIND.key}:${userId}:`;

/** The signed-in employee. */
export const useSession = () => useAccountSession(KIND);
export const useSessionChange = () => useAccountChange(KIND);
export const useSessionWatch = () => useAccountWatch(KIND);
