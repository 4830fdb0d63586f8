import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { type APIRequestContext, type BrowserContext, type Page, request } from "@playwright/test";
import { generateSync } from "otplib";
import { expect, test } from "./screen.ts";

type Role = "super_admin" | "admin" | "partner_manager";

/** A staff account of the running server. */
export interface StaffAccount {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly role: Role;
}

const ROOT = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);

function newAccount(role: Role, prefix: string): StaffAccount {
  const username = `${prefix}-${crypto.randomUUID().slice(0, 8)}`;
  return {
    username,
    password: `Long-and-odd ${crypto.randomUUID()}`,
    email: `${username}@example.org`,
    role,
  };
}

/**
 * Creates an account as an operator does: with the command line, on the data directory of the running server
 * (E2E_DATA_DIR).
 */
async function addFirst(): Promise<StaffAccount> {
  const account = newAccount("super_admin", "first");
  const { E2E_DATA_DIR: home } = process.env;
  if (!home) throw new Error("E2E_DATA_DIR is not set: where does the server keep its data?");
  const words = ["admin", "create", "--username", account.username, "--email", account.email];
  await run(`${ROOT}/node_modules/.bin/bun`, ["cli/main.ts", ...words, "--role", account.role], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: home, RIHLA_NEW_PASSWORD: account.password },
  });
  return account;
}

type SessionState = Awaited<ReturnType<APIRequestContext["storageState"]>>;

const RENEWED_AFTER = 300_000; // milliseconds; ten minutes after a sign-in some calls require the password again
const accounts = new Map<Role, Promise<StaffAccount>>();
const sessions = new Map<Role, { readonly since: number; readonly state: Promise<SessionState> }>();

/** The account of this role that the tests of a worker share: every password hash takes time. */
function sharedAccount(role: Role): Promise<StaffAccount> {
  const account = accounts.get(role) ?? (role === "super_admin" ? addFirst() : addStaff(role, "shared"));
  accounts.set(role, account);
  return account;
}

function sharedSession(role: Role): Promise<SessionState> {
  const known = sessions.get(role);
  if (known && Date.now() - known.since < RENEWED_AFTER) return known.state;
  const state = startSession(role);
  sessions.set(role, { since: Date.now(), state });
  return state;
}

async function startSession(role: Role): Promise<SessionState> {
  const { username, password } = await sharedAccount(role);
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL ?? "" });
  const answer = await api.post("/api/admin/login", { data: { username, password } });
  expect(answer.status()).toBe(200);
  const state = await api.storageState();
  await api.dispose();
  return state;
}

/** Signs in as the shared account of this role. A test that changes its account or its sessions needs `signedIn`. */
export async function signInShared(context: BrowserContext, role: Role = "super_admin"): Promise<void> {
  const { cookies } = await sharedSession(role);
  await context.addCookies(cookies);
}

type ApiOptions = Parameters<typeof request.newContext>[0];

async function post(path: string, data: object, as: ApiOptions): Promise<unknown> {
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL ?? "", ...as });
  const answer = await api.post(path, { data });
  expect(answer.status()).toBe(201);
  const body: unknown = await answer.json();
  await api.dispose();
  return body;
}

/** Sends a JSON body as the shared super admin. Returns the answer's body. */
export const postAsStaff = async (path: string, data: object): Promise<unknown> =>
  post(path, data, { storageState: await sharedSession("super_admin") });

/** Adds an account of this role: without a session, as scripts do, so that it need not change its password first. */
export async function addStaff(role: Role = "super_admin", prefix = "staff"): Promise<StaffAccount> {
  const account = newAccount(role, prefix);
  const { username, password } = await sharedAccount("super_admin");
  await post("/api/admin/users", account, {
    extraHTTPHeaders: { Authorization: `Basic ${btoa(`${username}:${password}`)}` },
  });
  return account;
}

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
