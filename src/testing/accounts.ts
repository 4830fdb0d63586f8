import { generateSync } from "otplib";
import { insertBusiness } from "../modules/partners/service.ts";
import { partnerPeople } from "../modules/partners/table.ts";
import { randomId } from "../shared/id.ts";
import type { PersonRole, StaffRole } from "../shared/people/accounts.ts";
import type { TestApp } from "./app.ts";

export const PASSWORD = "a long enough passphrase";

/** The header of Basic authentication. */
export const basic = (username: string, password: string = PASSWORD): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
});

/** Creates a staff account, as an operator would. The username defaults to the role. */
export async function staff(app: TestApp, role: StaffRole, username: string = role): Promise<string> {
  const input = { username, email: `${username}@example.com`, role, password: PASSWORD };
  return ((await app.operate("admin.users.create", input)) as { id: string }).id;
}

/** The Cookie header of a session that `POST /api/admin/login` opened. */
export async function signIn(app: TestApp, username: string): Promise<Record<string, string>> {
  const answer = await app.send("POST /api/admin/login", { body: { username, password: PASSWORD } });
  if (answer.status !== 200) throw new Error(`Signing in as ${username} answered ${answer.status}`);
  return { Cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

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

/** Inserts a partner and opens a session for it; `headers` is its Cookie header. */
export async function partner(app: TestApp, email = "owner@example.com") {
  const passwordHash = await app.deps.passwords.hash(PASSWORD);
  const account = { email, passwordHash, businessName: "Noor Grill", contactName: "Maryam", phone: "" };
  const { id } = await app.db.transaction((tx) => insertBusiness(tx, app.deps, account));
  return { id, headers: await partnerSession(app, id) };
}

/** Inserts another person of a partner and opens a session for it. */
export async function colleague(app: TestApp, partnerId: string, role: PersonRole, name: string = role) {
  const [id, now] = [randomId(), app.clock.now];
  const email = `${name}-${id}@example.com`;
  const passwordHash = await app.deps.passwords.hash(PASSWORD);
  const account = { email, emailKey: email.toLowerCase(), passwordHash, emailConfirmedAt: now };
  const made = { id, partnerId, name, role, leads: false, createdAt: now, updatedAt: now };
  await app.db.orm.insert(partnerPeople).values({ ...made, ...account });
  return { id, email, headers: await partnerSession(app, id) };
}

/** The Cookie header of a new session of a person; the first one of a partner has its id. */
export async function partnerSession(app: TestApp, id: string) {
  const opening = { address: null, userAgent: null };
  const { token } = await app.deps.sessions.partner.open(app.db.orm, id, opening, app.clock.now);
  return { Cookie: `partner_session=${token}` };
}
