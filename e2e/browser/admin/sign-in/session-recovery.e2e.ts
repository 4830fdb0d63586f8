import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { refuse } from "../../../harness/browser/refuse.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  MOVING,
  PHONE,
  test,
} from "../../../harness/browser/screen.ts";
import {
  addStaff,
  codeOf,
  fillLogin,
  type StaffAccount,
  signIn,
  turnMfaOn,
  username,
} from "../../../harness/browser/staff.ts";
import { open, openAsNew, toast, withoutNews } from "../../../harness/browser/staff-lists.ts";
import { callsTo } from "../../../harness/browser/waitlist-card.ts";

const USERS = "/admin/users";
const OVER = "Your session has ended. Please sign in again.";
const STALE = { status: 403, code: "REAUTHENTICATE", sentence: "Please confirm that it is you" };

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const proof = (page: Page) => dialog(page, "Confirm that it is you");
const again = (page: Page) => dialog(page, "Please sign in again");
const form = (page: Page) => dialog(page, "Add Admin User");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test.use({ ...MOVING, viewport: PHONE, expectedInConsole: /status of (401|403)/ });

/** Opens the form for a new account and fills it. */
async function fillForm(page: Page): Promise<string> {
  const name = `user-${crypto.randomUUID().slice(0, 8)}`;
  await withoutNews(page); // else it may find first that the session has ended
  await press(page, "Add Admin User");
  await expect(form(page).getByLabel("Username")).toBeFocused(); // the dialog takes the focus after it opens
  await form(page).getByLabel("Username").fill(name);
  await form(page).getByLabel("Email").fill(`${name}@example.org`);
  await form(page).getByLabel("Password", { exact: true }).fill("Odd and rather long 9!");
  return name;
}

const isStaleOnce = (page: Page, procedure: string) =>
  page.route(`**/trpc/${procedure}**`, (route) => refuse(route, STALE), { times: 1 });

async function expectAdded(page: Page, name: string): Promise<void> {
  await expect(toast(page)).toContainText(`${name} can sign in now`);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel(`Role of ${name}`, { exact: true })).toBeVisible();
}

test("a sign-in that is too old is confirmed in a dialog over the form, and then the form is sent", async ({
  page,
}) => {
  const account = await openAsNew(page, USERS);
  const name = await fillForm(page);
  await isStaleOnce(page, "admin.users.create");
  await press(page, "Add user");
  await expect(proof(page).getByLabel("Password", { exact: true })).toBeFocused();
  await atEverySize(page, () => expectAccessible(page));
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await press(page, "Confirm");
  await expect(proof(page).getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    "Please enter your password",
  );
  await proof(page).getByLabel("Password", { exact: true }).fill("not this one");
  await press(page, "Confirm");
  await expect(proof(page).getByRole("alert")).toHaveText("Invalid credentials");
  await proof(page).getByLabel("Password", { exact: true }).fill(account.password);
  await press(page, "Confirm");
  await expectAdded(page, name);
});

test("a session that ended is renewed in a dialog over the form, and then the form is sent", async ({
  page,
}) => {
  const account = await openAsNew(page, USERS);
  const name = await fillForm(page);
  await page.context().clearCookies();
  await press(page, "Add user");
  await expect(again(page)).toContainText(OVER);
  await expect(again(page).getByLabel("Username")).toHaveValue(account.username);
  await expect(again(page).getByLabel("Password", { exact: true })).toBeFocused();
  await atEverySize(page, () => expectAccessible(page));
  await again(page).getByLabel("Password", { exact: true }).fill("not this one");
  await press(page, "Sign in");
  await expect(again(page).getByRole("alert")).toHaveText("Invalid credentials");
  await page.keyboard.press("Escape");
  await again(page).getByLabel("Password", { exact: true }).fill(account.password);
  await press(page, "Sign in");
  await expectAdded(page, name);
});

test("closing the confirmation sends nothing, shows no error and keeps the form", async ({ page }) => {
  await open(page, USERS);
  const name = await fillForm(page);
  const calls = callsTo(page, "admin.users.create");
  await isStaleOnce(page, "admin.users.create");
  await press(page, "Add user");
  await expect(proof(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(proof(page)).toHaveCount(0);
  await expect(form(page).getByLabel("Username")).toHaveValue(name);
  await expect(form(page).getByRole("button", { name: "Add user" })).toBeFocused();
  await expect(toast(page)).toHaveCount(0);
  expect(calls).toHaveLength(1);
});

test("an export waits for the confirmation and is then downloaded", async ({ page }) => {
  const account = await openAsNew(page, "/admin/waitlist");
  await isStaleOnce(page, "admin.session.reauthenticate");
  await page.getByRole("link", { name: "Export CSV" }).click();
  await proof(page).getByLabel("Password", { exact: true }).fill(account.password);
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Confirm")]);
  expect(download.suggestedFilename()).toBe("waitlist-signups.csv");
  expect(await readFile(await download.path(), "utf8")).toContain('"email"');
});

test("a session can end while the confirmation is open", async ({ page }) => {
  const account = await openAsNew(page, USERS);
  const name = await fillForm(page);
  await isStaleOnce(page, "admin.users.create");
  await press(page, "Add user");
  await proof(page).getByLabel("Password", { exact: true }).fill(account.password);
  await page.context().clearCookies();
  await press(page, "Confirm");
  await again(page).getByLabel("Password", { exact: true }).fill(account.password);
  await press(page, "Sign in");
  await expectAdded(page, name);
});

test("an account with MFA also gives a code in the dialog", async ({ page }) => {
  const account = await addStaff("super_admin");
  await signIn(page.context(), account);
  const { secret, backupCodes } = await turnMfaOn(page.context());
  await page.goto(USERS);
  const name = await fillForm(page);
  await isStaleOnce(page, "admin.users.create");
  await press(page, "Add user");
  await proof(page).getByLabel("Password", { exact: true }).fill(account.password);
  await proof(page)
    .getByLabel("MFA code or backup code")
    .fill(backupCodes[0] ?? "");
  await press(page, "Confirm");
  await expectAdded(page, name);
  const next = await fillForm(page);
  await page.context().clearCookies();
  await press(page, "Add user");
  await again(page).getByLabel("Password", { exact: true }).fill(account.password);
  await press(page, "Sign in");
  await expect(again(page).getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type(codeOf(secret));
  await expectAdded(page, next);
});

test("another account that signs in sees its own screen, and the form of the first is not sent", async ({
  page,
}) => {
  await open(page, USERS);
  const other = await addStaff("admin", "other");
  const name = await fillForm(page);
  await page.context().clearCookies();
  await press(page, "Add user");
  await expect(again(page)).toBeVisible();
  const calls = callsTo(page, "admin.users.create");
  await again(page).getByLabel("Username").fill(other.username);
  await again(page).getByLabel("Password", { exact: true }).fill(other.password);
  await press(page, "Sign in");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("banner")).toContainText(other.username);
  await expect(page.getByRole("button", { name: "Add Admin User" })).toHaveCount(0);
  await expect(page.getByText(name)).toHaveCount(0);
  expect(calls).toHaveLength(0);
});

test("the login over a form can be left, which discards the form and shows the login", async ({ page }) => {
  const account = await openAsNew(page, USERS);
  await fillForm(page);
  await page.context().clearCookies();
  await press(page, "Add user");
  await press(page, "Discard it and leave");
  await expect(page.getByText(OVER)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await fillLogin(page, account);
  await press(page, "Sign in");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
});

test.describe("with two tabs", () => {
  async function twoTabs(page: Page): Promise<{ other: Page; account: StaffAccount }> {
    const account = await openAsNew(page, USERS);
    const other = await page.context().newPage();
    await other.goto("/admin/security");
    await expect(other.getByText("This device")).toBeVisible();
    return { other, account };
  }

  test("logging out in one tab shows the login in the other at once, also over a form", async ({ page }) => {
    const { other } = await twoTabs(page);
    await fillForm(page);
    await press(other, "Logout");
    await expect(username(other)).toBeVisible();
    await expect(page.getByText(OVER)).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/users$/);
  });

  test("a session that one tab finds ended shows in the other, and so does the next sign-in", async ({
    page,
  }) => {
    const { other, account } = await twoTabs(page);
    const name = await fillForm(page);
    await page.context().clearCookies();
    await press(page, "Add user");
    await expect(again(page)).toBeVisible();
    await expect(other.getByText(OVER)).toBeVisible();
    await fillLogin(other, account);
    await press(other, "Sign in");
    await expectAdded(page, name);
  });
});
