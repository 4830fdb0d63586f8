import { generateSync } from "otplib";
import type { StaffRole } from "../shared/accounts/staff-roles.ts";
import { signIn, staff } from "./accounts.ts";
import type { TestApp } from "./app.ts";

/** The code that an authenticator app shows at the time of the app's clock. It works once. */
export const mfaCode = ({ clock }: TestApp, secret: string): string =>
  generateSync({ secret, epoch: Math.floor(clock.now.getTime() / 1_000) });

/** Creates a staff account with MFA. Returns its secret. */
export async function staffWithMfa(
  app: TestApp,
  username: string,
  role: StaffRole = "admin",
): Promise<string> {
  await staff(app, role, username);
  const headers = await signIn(app, username);
  const { secret } = (await app.send("POST /api/admin/mfa/setup", { headers })).json;
  const body = { secret, token: mfaCode(app, secret) };
  const enabled = await app.send("POST /api/admin/mfa/enable", { headers, body });
  if (enabled.status !== 200) throw new Error(`MFA was not turned on: ${enabled.text}`);
  return secret;
}
