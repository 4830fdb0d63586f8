import { z } from "zod";
import {
  editedVersion,
  emailOrNone,
  idInPath,
  LIMITS,
  mustBeOneOf,
  requiredText,
  secretText,
} from "../../shared/fields.ts";
import { listInput, pageOf } from "../../shared/listing.ts";
import { STAFF_ROLES } from "../../shared/staff-roles.ts";

export const MISSING_AT_LOGIN = "Please enter both username and password";
export const MISSING_IN_CREATE = "Username and password are required";

export const PASSWORD_MIN = 8;
const SENT_PASSWORD_MAX = 1_000; // longer than any account's password, so that too long ones are just wrong

export const role = z.enum(STAFF_ROLES, { error: mustBeOneOf("Role", STAFF_ROLES) });

const newPassword = (label: string) => secretText(label, PASSWORD_MIN, LIMITS.password);
const givenPassword = (label: string) => secretText(label, 1, SENT_PASSWORD_MAX);
const code = z.string({ error: "The code must be text" }).max(100, "The code is too long");

export const loginInput = z.object({
  username: requiredText("Username"),
  password: givenPassword("Password"),
  mfaToken: code.optional(),
});

const sessionUser = z.object({ id: z.string(), username: z.string(), role });
export const loginOutput = z.union([
  z.object({ success: z.literal(true), user: sessionUser }),
  z.object({ requiresMfa: z.literal(true) }),
]);
export const sessionOutput = z.object({
  role,
  userId: z.string(),
  username: z.string(),
  mfaEnabled: z.boolean(),
  /** Present while the account must set up MFA before it can do anything else. */
  mfaSetupRequired: z.literal(true).optional(),
});

const managerUser = z.object({ username: z.string() });
export const managerLoginOutput = z.union([
  z.object({ user: managerUser }),
  z.object({ requiresMfa: z.literal(true) }),
]);
export const managerSessionOutput = z.union([
  z.object({ authenticated: z.literal(true), user: managerUser }),
  z.object({ authenticated: z.literal(false) }),
]);

export const changePasswordInput = z.object({
  currentPassword: givenPassword("Current password"),
  newPassword: newPassword("New password"),
  mfaToken: code.optional(),
});

/** Password and code given again, for operations that a stolen session must not reach. */
export const proofInput = z.object({
  password: givenPassword("Password").optional(),
  token: code.optional(),
});

export const setupMfaOutput = z.object({ secret: z.string(), qrCodeUrl: z.string(), otpauthUrl: z.string() });
export const enableMfaInput = z.object({
  secret: z.string({ error: "Secret is required" }).max(200),
  token: z.string({ error: "Code is required" }).max(100),
});
export const enableMfaOutput = z.object({ success: z.literal(true), backupCodes: z.array(z.string()) });
export const mfaStatus = z.object({
  mfaEnabled: z.boolean(),
  hasBackupCodes: z.boolean(),
  backupCodesLeft: z.number().int(),
});
export const backupCodesOutput = z.object({ backupCodes: z.array(z.string()) });

export const createInput = z.object({
  username: requiredText("Username").refine((text) => !text.includes(":"), "Username must not hold a colon"),
  email: emailOrNone()
    .nullish()
    .transform((address) => address ?? ""),
  role,
  password: newPassword("Password"),
});

/** An account by its id or its username. */
const account = { id: idInPath, updatedAt: editedVersion };

export const accountInput = z.object(account);
export const unlockInput = z.object({ id: idInPath });
export const updateInput = z.object({
  ...account,
  isActive: z.boolean({ error: "isActive must be true or false" }).optional(),
  role: role.optional(),
  email: emailOrNone().optional(),
  password: newPassword("Password").optional(),
});
export const setRoleInput = z.object({ ...account, role });
export const resetPasswordInput = z.object({ ...account, password: newPassword("Password") });

export const staffUser = z.object({
  id: z.string(),
  username: z.string(),
  /** Empty if unknown. */
  email: z.string(),
  role,
  isActive: z.boolean(),
  mfaEnabled: z.boolean(),
  lastLoginAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

export type StaffUser = z.infer<typeof staffUser>;

export const userList = listInput;
export const userPage = pageOf(staffUser);
export const userCounts = z.object({
  total: z.number().int(),
  active: z.number().int(),
  withMfa: z.number().int(),
});
