import { type APIRequestContext, type BrowserContext, type Page, request } from "@playwright/test";
import { generateSync } from "otplib";
import { operate } from "./operator.ts";
import { expect, test } from "./screen.ts";

type Role = "super_admin" | "admin" | "partner_manager";

/** A staff account of the running server. */
export interface StaffAccount {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly role: Role;
}

/** Adds an account of this role, as an operator does: such a person need not change the password first. */
export async function addStaff(role: Role = "super_admin", prefix = "staff"): Promise<StaffAccount> {
  const username = `${prefix}-${crypto.randomUUID().slice(0, 8)}`;
  const email = `${username}@example.org`;
  const account = { username, password: `Long-and-odd ${crypto.randomUUID()}`, email, role };
  await operate("admin.users.create", account);
  return account;
}

type SessionState = Awaited<ReturnType<APIRequestContext["storageState"]>>;

const RENEWED_AFTER = 300_000; // milliseconds; ten minutes after a sign-in some calls require the password again
const accounts = new Map<string, Promise<StaffAccount>>();
const sessions = new Map<string, { readonly since: number; readonly state: Promise<SessionState> }>();

/** A session of an account that the tests of a worker share: every password hash takes time. */
function sharedSession(role: Role, prefix = "shared"): Promise<SessionState> {
  const key = `${prefix} ${role}`;
  const known = sessions.get(key);
  if (known && Date.now() - known.since < RENEWED_AFTER) return known.state;
  const account = accounts.get(key) ?? addStaff(role, prefix);
  accounts.set(key, account);
  const state = startSession(account);
  sessions.set(key, { since: Date.now(), state });
  return state;
}

async function startSession(account: Promise<StaffAccount>): Promise<SessionState> {
  const { username, password } = await account;
  const api = await newApi();
  const answer = await api.post("/api/admin/login", { data: { username, password } });
  expect(answer.status()).toBe(200);
  const state = await api.storageState();
  await api.dispose();
  return state;
}

const newApi = (options: Parameters<typeof request.newContext>[0] = {}): Promise<APIRequestContext> =>
  request.newContext({ baseURL: test.info().project.use.baseURL ?? "", ...options });

/** Signs in as the shared account of this role. A test that changes its account or its sessions needs `signedIn`. */
export async function signInShared(context: BrowserContext, role: Role = "super_admin"): Promise<void> {
  const { cookies } = await sharedSession(role);
  await context.addCookies(cookies);
}

/** Sends a JSON body as the shared super admin. Returns the answer's body. */
export async function postAsStaff(path: string, data: object): Promise<unknown> {
  const api = await newApi({ storageState: await sharedSession("super_admin") });
  const answer = await api.post(path, { data });
  expect(answer.status()).toBe(201);
  const body: unknown = await answer.json();
  await api.dispose();
  return body;
}

/** The API of a member of staff who is signed in nowhere else. */
export const apiOfOther = async (role: Role = "super_admin"): Promise<APIRequestContext> =>
  newApi({ storageState: await sharedSession(role, "other") });

/** Signs in over REST, which sets the session cookie in the browser. */
export async function signIn(
  context: BrowserContext,
  account: StaffAccount,
  mfaToken?: string,
): Promise<void> {
  const { username, password } = account;
  const answer = await context.request.post("/api/admin/login", { data: { username, password, mfaToken } });
  expect(answer.status()).toBe(200);
}

/** A new account of this role, signed in. */
export async function signedIn(context: BrowserContext, role: Role = "super_admin"): Promise<StaffAccount> {
  const account = await addStaff(role);
  await signIn(context, account);
  return account;
}

/** Enables MFA over REST for the signed-in account. */
export async function turnMfaOn(context: BrowserContext): Promise<{ secret: string; backupCodes: string[] }> {
  const setup = await context.request.post("/api/admin/mfa/setup", { data: {} });
  const { secret } = (await setup.json()) as { secret: string };
  // the previous time step, so that the current step's code stays unused
  const data = { secret, token: codeOf(secret, -1) };
  const enabled = await context.request.post("/api/admin/mfa/enable", { data });
  expect(enabled.status()).toBe(200);
  const { backupCodes } = (await enabled.json()) as { backupCodes: string[] };
  return { secret, backupCodes };
}

const STEP = 30; // seconds

/** The code that an authenticator app shows `steps` time steps from now. */
export const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * STEP });

/** The toast, and no other status element. */
export const toast = (page: Page) => page.getByRole("region", { name: /Notifications/ }).getByRole("status");

/** The login, found by role and label. */
export const username = (page: Page) => page.getByLabel("Username");
export const password = (page: Page) => page.getByLabel("Password", { exact: true });
export const enter = (page: Page) => page.getByRole("button", { name: "Sign in" });

export async function fillLogin(
  page: Page,
  account: Pick<StaffAccount, "username" | "password">,
): Promise<void> {
  await username(page).fill(account.username);
  await password(page).fill(account.password);
}
