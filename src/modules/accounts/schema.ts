import { z } from "zod";
import { STAFF_ROLES } from "../../core/context.ts";
import { email, LIMITS, requiredText, secretText } from "../../shared/fields.ts";

/** spec: site-and-admin 5 */
export const MISSING_AT_LOGIN = "Please enter both username and password";
export const MISSING_IN_CREATE = "Username and password are required";

const PASSWORD_MIN = 8; // contract 4
export const TOO_COMMON = "This password is too common"; // security AUT-03

export const role = z.enum(STAFF_ROLES, { error: `Role must be one of ${STAFF_ROLES.join(", ")}` });

export const newPassword = secretText("Password", PASSWORD_MIN, LIMITS.password);

export const loginInput = z.object({
  username: requiredText("Username"),
  password: secretText("Password", 1, 1_000), // longer than any account's is simply wrong
  mfaToken: z.string({ error: "mfaToken must be text" }).max(100).optional(),
});

export const sessionUser = z.object({ id: z.string(), username: z.string(), role });
export const loginOutput = z.union([
  z.object({ success: z.literal(true), user: sessionUser }),
  z.object({ requiresMfa: z.literal(true) }),
]);
export const logoutOutput = z.object({ success: z.literal(true) });
export const sessionOutput = z.object({
  role,
  userId: z.string(),
  username: z.string(),
  mfaEnabled: z.boolean(),
});

export const createInput = z.object({
  username: requiredText("Username").refine((text) => !text.includes(":"), "Username must not hold a colon"),
  email: email(),
  role,
  password: newPassword,
});

export const staffUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role,
  isActive: z.boolean(),
  mfaEnabled: z.boolean(),
  lastLoginAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

export type StaffUser = z.infer<typeof staffUser>;
