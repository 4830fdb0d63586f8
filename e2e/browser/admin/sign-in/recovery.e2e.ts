import type { Browser, Page } from "@playwright/test";
import { lastMail } from "../../../harness/browser/mailed.ts";
import { expect, expectAccessible, expectGoodScreen, test } from "../../../harness/browser/screen.ts";
import {
  addStaff,
  enter,
  fillLogin,
  password,
  type StaffAccount,
  signIn,
  turnMfaOn,
  username,
} from "../../../harness/browser/staff.ts";
import { act, open, openAsNew, rowOf, toast } from "../../../harness/browser/staff-lists.ts";

test.use({ expectedInConsole: /status of (400|401)/ });

const NEW = "Odd and rather long 9!";
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: RegExp) => page.getByRole("dialog", { name });
const fresh = () => `user-${crypto.randomUUID().slice(0, 8)}`;

/** A page of someone who is not signed in. */
async function visitor(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  return context.newPage();
}

async function choosePassword(page: Page, submit: string): Promise<void> {
  await page.getByLabel(/^(New p|P)assword$/).fill(NEW);
  await page.getByLabel(/^Confirm (new )?password$/).fill(NEW);
  await button(page, submit).click();
}

/** As someone on a device that has not used the account before. */
async function signInWithoutDevice(page: Page, account: StaffAccount): Promise<void> {
  await page.context().clearCookies();
  await signIn(page.context(), account);
}

async function signInAs(page: Page, name: string, secret: string): Promise<void> {
  await page.goto("/admin");
  await fillLogin(page, { username: name, password: secret });
  await enter(page).click();
}

test("an invited person chooses a password with the link and signs in", async ({
  page,
  browser,
  baseURL,
}) => {
  const name = fresh();
  await open(page, `/admin/users?q=${name}`);
  await button(page, "Invite user").click();
  await expectAccessible(page);
  await button(page, "Send invitation").click();
  await expect(page.getByLabel("Username", { exact: true })).toBeFocused();
  await page.getByLabel("Username", { exact: true }).fill(name);
  await page.getByLabel("Email", { exact: true }).fill(`${name}@example.org`);
  await button(page, "Send invitation").click();
  const shown = dialog(page, /is invited$/);
  const link = await shown.getByLabel("Link", { exact: true }).inputValue();
  await expectAccessible(page);
  await button(page, "Done").click();
  await expect(rowOf(page, name)).toContainText("Invited");
  const theirs = await visitor(browser, baseURL);
  await theirs.goto(link);
  await expectGoodScreen(theirs, /Welcome to the team/);
  await choosePassword(theirs, "Set the password");
  await expect(title(theirs, "Your account is ready")).toBeVisible();
  await theirs.getByRole("link", { name: "Sign in" }).click();
  await fillLogin(theirs, { username: name, password: NEW });
  await enter(theirs).click();
  await expect(title(theirs, "Dashboard")).toBeVisible();
  await theirs.goto(link);
  await choosePassword(theirs, "Set the password");
  await expect(theirs.getByRole("alert")).toContainText("This link has expired or was used already");
  await theirs.context().close();
});

test("a locked down account is opened with the link that the super admin hands over", async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await addStaff("admin", "other");
  await open(page, `/admin/users?q=${other.username}`);
  await act(page, other.username, "Lock down");
  await expectAccessible(page);
  await button(page, "Lock down").click();
  const shown = dialog(page, /is locked down$/);
  await expect(shown.getByRole("listitem").first()).toContainText("admin.users.create");
  await expectAccessible(page);
  const link = await shown.getByLabel("Link", { exact: true }).inputValue();
  await button(page, "Done").click();
  await expect(rowOf(page, other.username)).toContainText("Locked");
  const theirs = await visitor(browser, baseURL);
  await signInAs(theirs, other.username, other.password);
  await expect(theirs.getByRole("alert")).toContainText("Invalid credentials");
  await theirs.goto(link);
  await expectGoodScreen(theirs, /Choose a new password/);
  await choosePassword(theirs, "Set the new password");
  await expect(title(theirs, "Your password is changed")).toBeVisible();
  await signInAs(theirs, other.username, NEW);
  await expect(title(theirs, "Dashboard")).toBeVisible();
  await theirs.context().close();
});

test("a person whose password another one chose sees only the form for a new one", async ({
  page,
  browser,
  baseURL,
}) => {
  const name = fresh();
  await open(page, "/admin/users");
  await button(page, "Add Admin User").click();
  await page.getByLabel("Username", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill("Told in person 123!");
  await button(page, "Add user").click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const theirs = await visitor(browser, baseURL);
  await signInAs(theirs, name, "Told in person 123!");
  await expect(title(theirs, "Choose a new password")).toBeVisible();
  await expect(theirs.getByRole("navigation")).toHaveCount(0);
  await expectGoodScreen(theirs, /Choose a new password/);
  await theirs.getByLabel("Current password").fill("Told in person 123!");
  await theirs.getByLabel("New password", { exact: true }).fill(NEW);
  await theirs.getByLabel("Confirm new password").fill(NEW);
  await button(theirs, "Change password").click();
  await expect(title(theirs, "Dashboard")).toBeVisible();
  await theirs.context().close();
});

test("a forgotten password is asked for on a page that says the same for every name", async ({ page }) => {
  await page.goto("/admin");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expectGoodScreen(page, /Forgot your password/);
  await button(page, "Send the link").click();
  await expect(page.getByRole("textbox", { name: "Username or email" })).toHaveAccessibleDescription(
    /username or email/,
  );
  await page.getByRole("textbox", { name: "Username or email" }).fill(fresh());
  await button(page, "Send the link").click();
  await expect(page.getByText("This site cannot send email right now.")).toBeVisible();
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await expect(username(page)).toBeVisible();
  await expect(password(page)).toBeVisible();
});

test("the link of a notice locks the account, which then opens only with a new password", async ({
  page,
  browser,
  baseURL,
}) => {
  const own = await addStaff("admin", "own");
  const theirs = await visitor(browser, baseURL);
  await signInWithoutDevice(theirs, own);
  await signInWithoutDevice(theirs, own);
  const { link } = await lastMail(own.email, "staff-new-device");
  await page.goto(link);
  await button(page, "Lock my account").click();
  await expect(title(page, "Your account is locked")).toBeVisible();
  await expectGoodScreen(page, /Your account is locked/);
  await theirs.goto("/admin");
  await expect(password(theirs)).toBeVisible();
  await signInAs(theirs, own.username, own.password);
  await expect(theirs.getByRole("alert")).toContainText("Invalid credentials");
  await theirs.context().close();
});

test("a super admin requests the MFA reset of another one, and a third one confirms it", async ({
  page,
  browser,
  baseURL,
}) => {
  const owner = await addStaff("super_admin", "owner");
  const third = await addStaff("super_admin", "third");
  const theirs = await visitor(browser, baseURL);
  await signIn(theirs.context(), owner);
  await turnMfaOn(theirs.context());
  const own = await openAsNew(page, `/admin/users?q=${owner.username}`);
  await act(page, owner.username, "Reset MFA");
  await expectAccessible(page);
  await button(page, "Request the reset").click();
  await expect(toast(page)).toContainText("Another super admin must confirm it");
  await expect(rowOf(page, owner.username)).toContainText(`${own.username} asked for a reset`);
  await expectAccessible(page);
  await theirs.context().clearCookies();
  await signIn(theirs.context(), third);
  await theirs.goto(`/admin/users?q=${owner.username}`);
  await act(theirs, owner.username, "Confirm MFA reset");
  await expectAccessible(theirs);
  await button(theirs, "Confirm the reset").click();
  await expect(toast(theirs)).toContainText(`${owner.username} can sign in without a code`);
  await expect(rowOf(theirs, owner.username)).not.toContainText("asked for a reset");
  await theirs.context().close();
});

test("the page of a lock link changes nothing before its button is pressed, and refuses a forged one", async ({
  page,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "POST" && calls.push(request.url()));
  await page.goto(`/admin/lock/${"x".repeat(43)}`);
  await expectGoodScreen(page, /Lock your account/);
  expect(calls).toEqual([]);
  await button(page, "Lock my account").click();
  await expect(page.getByRole("alert")).toContainText("This link has expired or was used already");
});
