import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { type BrowserContext, type Page, request } from "@playwright/test";
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

let first: Promise<StaffAccount> | undefined;

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

/** An account of this role, added by one that each worker makes once. */
export async function addStaff(role: Role = "super_admin", prefix = "staff"): Promise<StaffAccount> {
  first ??= addFirst();
  const root = await first;
  const account = newAccount(role, prefix);
  const api = await request.newContext({
    baseURL: test.info().project.use.baseURL ?? "",
    extraHTTPHeaders: { Authorization: `Basic ${btoa(`${root.username}:${root.password}`)}` },
  });
  const answer = await api.post("/api/admin/users", { data: account });
  expect(answer.status()).toBe(201);
  await api.dispose();
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
