import { client } from "../../lib/client.ts";
import type { AccountKind } from "../../lib/session/account-kind.ts";
import { STAFF } from "./staff-content.ts";
import type { Staff } from "./use-staff.ts";

export const STAFF_ACCOUNT: AccountKind<Staff> = {
  key: "staff-session",
  over: STAFF.sessionOver,
  idOf: ({ userId }) => userId,
  ask: () => client.admin.session.current.query(),
};
