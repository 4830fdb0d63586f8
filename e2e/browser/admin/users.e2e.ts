import type { Page } from "@playwright/test";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { addStaff, signIn, turnMfaOn } from "../../harness/browser/staff.ts";
import { act, list, open, openAsNew, rowOf, toast } from "../../harness/browser/staff-lists.ts";
import { callsTo } from "../../harness/browser/waitlist-card.ts";

const PATH = "/admin/users";
const add = (page: Page) => page.getByRole("button", { name: "Add Admin User" });
const field = (page: Page, label: string) => page.getByRole("dialog").getByLabel(label, { exact: true });
/** The list, searched for one account: other tests add theirs at the same time. */
const pathOf = (username: string) => `${PATH}?q=${username}`;
async function saveRole(page: Page, username: string, role: string): Promise<void> {
  await page.getByLabel(`Role of ${username}`, { exact: true }).selectOption(role);
  await page.getByRole("button", { name: `Save ${username}'s role` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
}
const fresh = () => `user-${crypto.randomUUID().slice(0, 8)}`;

test("the user list counts the accounts, and an account can be added", async ({ page }) => {
  const username = fresh();
  await open(page, PATH);
  for (const label of ["All accounts", "Active", "With MFA"]) {
    await expect(list(page, "Counts").getByText(label, { exact: true })).toBeVisible();
  }
  await add(page).click();
  await page.getByRole("button", { name: "Add user" }).click();
  await expect(toast(page)).toContainText("Username and password are required");
  await expect(field(page, "Username")).toBeFocused();
  await field(page, "Username").fill(username);
  await field(page, "Email").fill(`${username}@example.org`);
  await field(page, "Role").selectOption("Partner manager");
  await field(page, "Password").fill("short");
  await page.getByRole("button", { name: "Add user" }).click();
  await expect(field(page, "Password")).toHaveAccessibleDescription(/at least 8 characters/);
  await field(page, "Password").fill("Odd and rather long 9!");
  await page.getByRole("button", { name: "Add user" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel(`Role of ${username}`, { exact: true })).toHaveValue("partner_manager");
});

test("changing another user's role or status ends their sessions", async ({ page, browser, baseURL }) => {
  const other = await addStaff("admin", "other");
  const theirs = await browser.newContext(baseURL ? { baseURL } : {});
  await signIn(theirs, other);
  await open(page, pathOf(other.username));
  await saveRole(page, other.username, "Partner manager");
  await expect(toast(page)).toContainText(`${other.username}: Partner manager`);
  expect((await theirs.request.get("/api/admin/session")).status()).toBe(401);
  await act(page, other.username, "Deactivate");
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(rowOf(page, other.username)).toContainText("Inactive");
  await expect(toast(page)).toContainText(`${other.username} is inactive`);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText(`${other.username} is active again`);
  await expect(rowOf(page, other.username)).not.toContainText("Inactive");
  await theirs.close();
});

test("a role changes only once it is saved and a confirmation with both roles is accepted, never by an arrow key", async ({
  page,
}) => {
  const other = await addStaff("admin", "other");
  await open(page, pathOf(other.username));
  const calls = callsTo(page, "admin.users.update");
  const role = page.getByLabel(`Role of ${other.username}`, { exact: true });
  const save = page.getByRole("button", { name: `Save ${other.username}'s role` });
  const question = page.getByRole("dialog", { name: `Change ${other.username}'s role` });
  await expect(save).toHaveCount(0);
  await role.focus();
  await page.keyboard.press("ArrowDown");
  await expect(role).toHaveValue("partner_manager");
  await save.click();
  await expect(question).toContainText("From Admin to Partner manager.");
  await expectAccessible(page);
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(role).toBeFocused();
  expect(calls).toHaveLength(0);
  await role.selectOption("Admin");
  await expect(save).toHaveCount(0);
  await saveRole(page, other.username, "Super admin");
  await expect(toast(page)).toContainText(`${other.username}: Super admin`);
  await expect(role).toHaveValue("super_admin");
  await expect(role).toBeFocused();
  await expect(save).toHaveCount(0);
  expect(calls).toHaveLength(1);
});

test("a superadmin can set another user's password", async ({ page }) => {
  const other = await addStaff("admin", "other");
  await open(page, pathOf(other.username));
  await act(page, other.username, "Set new password");
  await field(page, "New password").fill("Another odd one 77!");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(toast(page)).toContainText(`${other.username} has a new password`);
  await expect(page.getByRole("button", { name: `Actions for ${other.username}` })).toBeFocused();
});

test("turning off another user's MFA ends their sessions", async ({ page, browser, baseURL }) => {
  const other = await addStaff("admin", "other");
  const theirs = await browser.newContext(baseURL ? { baseURL } : {});
  await signIn(theirs, other);
  await turnMfaOn(theirs);
  await open(page, pathOf(other.username));
  await act(page, other.username, "Reset MFA");
  await expect(page.getByRole("dialog")).toHaveAccessibleName(`Reset MFA of ${other.username}`);
  await page.getByRole("dialog").getByRole("button", { name: "Reset MFA" }).click();
  await expect(rowOf(page, other.username)).toContainText("Off");
  expect((await theirs.request.get("/api/admin/session")).status()).toBe(401);
  await signIn(theirs, other); // without a code
  await theirs.close();
});

test("one's own account, and every account for an admin, is shown as read-only badges", async ({ page }) => {
  const own = await openAsNew(page, PATH);
  await expect(page.getByRole("checkbox", { name: /^Select / }).first()).toBeVisible();
  await expect(page.getByRole("checkbox", { name: `Select ${own.username}`, exact: true })).toHaveCount(0);
  await expect(rowOf(page, own.username)).toContainText("Super admin");
  await expect(rowOf(page, own.username).getByRole("combobox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Actions for ${own.username}` })).toHaveCount(0);
  await page.goto("/robots.txt"); // the list asks for news, without cookies in vain
  await page.context().clearCookies();
  const admin = await openAsNew(page, PATH, "admin");
  await expect(rowOf(page, admin.username)).toBeVisible();
  await expect(page.getByRole("combobox")).toHaveCount(0);
  await expect(add(page)).toHaveCount(0);
});

test.describe("with refused calls", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });

  test("refused changes show the specified messages", async ({ page }) => {
    const other = await addStaff("admin", "other");
    await open(page, pathOf(other.username));
    await page.route(/admin\.users\.(create|update|deactivate)/, (route) => route.abort());
    await saveRole(page, other.username, "Super admin");
    await expect(toast(page)).toContainText("Failed to update user");
    await act(page, other.username, "Deactivate");
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
    await expect(toast(page)).toContainText("Failed to deactivate user");
    await add(page).click();
    await field(page, "Username").fill(fresh());
    await field(page, "Email").fill("a@example.org");
    await field(page, "Password").fill("Another odd one 77!");
    await page.getByRole("button", { name: "Add user" }).click();
    await expect(toast(page)).toContainText("Failed to create user");
  });
});

test("the user list and its dialog are well formed and have no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await open(page, PATH);
  await expect(page.getByRole("table")).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Users · /);
    await expectAccessible(page);
  });
  await add(page).click();
  await expect(page.getByRole("dialog", { name: "Add Admin User" })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
});

test("an account opens in a panel, where a super admin ends its sessions and invites it again", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow(); // a second browser, and axe looks twice
  const other = await addStaff("admin", "other");
  const theirs = await browser.newContext(baseURL ? { baseURL } : {});
  await signIn(theirs, other);
  await openAsNew(page, pathOf(other.username));
  await page.getByRole("link", { name: other.username }).first().click();
  const panel = list(page, other.username);
  await panel.getByRole("button", { name: /^End this one/ }).click();
  await expect(panel).toContainText("They are not signed in anywhere.");
  expect((await theirs.request.get("/api/admin/session")).status()).toBe(401);
  await theirs.close();
  await atEverySize(page, () => expectAccessible(page));
  const invited = fresh();
  const data = { username: invited, email: `${invited}@example.org`, role: "admin" };
  expect((await page.request.post("/api/admin/users/invite", { data })).status()).toBe(201);
  await page.goto(pathOf(invited));
  await page.getByRole("link", { name: invited }).first().click();
  await list(page, invited).getByRole("button", { name: "Invite again" }).click();
  await expect(page.getByRole("dialog", { name: `${invited} is invited` })).toBeVisible();
});
