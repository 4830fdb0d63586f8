import { client } from "../../lib/client.ts";
import type { AccountKind } from "../../lib/session/account-kind.ts";
import type { Staff } from "./use-staff.ts";

export const STAFF_ACCOUNT: AccountKind<Staff> = {
  key: "staff-session",
  over: "Your session has ended. Please sign in again.",
  idOf: ({ userId }) => userId,
  ask: () => client.admin.session.current.query(),
};
