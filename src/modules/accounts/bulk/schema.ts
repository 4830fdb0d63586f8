import { z } from "zod";
import { bulkInput, bulkOutput, seenCount } from "../../../shared/bulk.ts";
import { mustBeOneOf } from "../../../shared/fields.ts";
import { STAFF_ROLES } from "../../../shared/people/accounts.ts";
import { role, userList } from "../schema.ts";

/** A super admin is made by name, one account at a time. */
const BULK_ROLES = STAFF_ROLES.filter((each) => each !== "super_admin");

export const userSelection = userList.pick({ q: true }).extend({ count: seenCount });

export const setRoleManyInput = bulkInput.extend({
  role: z.enum(BULK_ROLES, { error: mustBeOneOf("Role", BULK_ROLES) }),
});

export const usersChanged = bulkOutput.extend({
  /** The accounts that are different now, with what they were before and their version since. */
  changed: z.array(z.object({ id: z.string(), role, isActive: z.boolean(), updatedAt: z.date() })),
});
export type UsersChanged = z.output<typeof usersChanged>;
