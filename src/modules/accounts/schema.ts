import { z } from "zod";
import { bulkInput, bulkOutput, seenCount } from "../../shared/bulk.ts";
import {
  editedVersion,
  email,
  emailOrNone,
  idInPath,
  linkToken,
  mustBeOneOf,
  optionalText,
  requiredText,
  secretText,
} from "../../shared/fields.ts";
import { listInput, pageOf } from "../../shared/listing.ts";
import { STAFF_ROLES } from "../../shared/people/accounts.ts";
import { signedResponse } from "../../shared/people/passkeys.ts";
import { LIMITS } from "../../shared/text-rules.ts";

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
  /** Present while another person knows the password. The calls work; the staff screens ask for a new one first. */
  mustChangePassword: z.literal(true).optional(),
});

const managerUser = z.object({ username: z.string() });
export const managerPasskeyOutput = z.object({ user: managerUser });
export const managerLoginOutput = z.union([managerPasskeyOutput, z.object({ requiresMfa: z.literal(true) })]);
export const managerSessionOutput = z.union([
  z.object({ authenticated: z.literal(true), user: managerUser }),
  z.object({ authenticated: z.literal(false) }),
]);

/** An id or username; the caller's own account if it is left out. */
const otherAccount = idInPath.optional();
export const sessionsInput = z.object({ account: otherAccount });
export const endSessionInput = z.object({ id: idInPath, account: otherAccount });

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

export const reauthenticateInput = proofInput.extend({ passkey: signedResponse.optional() });

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

const username = requiredText("Username").refine(
  (text) => !text.includes(":"),
  "Username must not hold a colon",
);

export const createInput = z.object({
  username,
  email: emailOrNone()
    .nullish()
    .transform((address) => address ?? ""),
  role,
  password: newPassword("Password"),
});

export const inviteInput = z.object({ username, email: email(), role });

export const MISSING_IN_FORGOT = "Please enter your username or email";

/** Either of the two; `username` may hold an address too. */
export const forgotInput = z
  .object({
    username: optionalText("Username", LIMITS.email).optional(),
    email: optionalText("Email", LIMITS.email).optional(),
  })
  .refine(({ username: name, email: address }) => Boolean(name || address), {
    path: ["username"],
    error: MISSING_IN_FORGOT,
  });
export const resetInput = z.object({ token: linkToken(), newPassword: newPassword("New password") });
export const acceptInput = z.object({ token: linkToken(), password: newPassword("Password") });
export const acceptOutput = z.object({ success: z.literal(true), username: z.string() });
export const lockInput = z.object({ token: linkToken() });

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
  /** Belongs to no person: it has API tokens, and no password. */
  isService: z.boolean(),
  mfaEnabled: z.boolean(),
  /** Null once the person has chosen a password. */
  invitedAt: z.date().nullable(),
  /** When the owner locked the account with the link of a notice; null once its password has been reset. */
  lockedAt: z.date().nullable(),
  /** The super admin who has requested a reset of this super admin's MFA, which another one must confirm. */
  mfaResetBy: z.string().nullable(),
  mfaResetUntil: z.date().nullable(),
  lastLoginAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

export const invitedUser = staffUser.extend({
  /** For handing over, where the server sends no mail. Shown once. */
  link: z.string(),
});

export const lockdownOutput = z.object({
  user: staffUser,
  /** Sets a new password, once and within 24 hours. */
  link: z.string(),
  /** True where a super admin's second factor stays and the account is deactivated: two other super admins must reset it. */
  mfaKept: z.boolean(),
  /** The newest audit entries about the account or by it, newest first. */
  entries: z.array(
    z.object({
      at: z.date(),
      action: z.string(),
      actor: z.string(),
      subject: z.string().nullable(),
      address: z.string().nullable(),
      after: z.unknown(),
    }),
  ),
});

export type StaffUser = z.infer<typeof staffUser>;

export const userList = listInput;
export const userPage = pageOf(staffUser);
export const userCounts = z.object({
  total: z.number().int(),
  active: z.number().int(),
  withMfa: z.number().int(),
});

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
