import type { Page } from "@playwright/test";
import {
  dialog,
  inDialog,
  PASSWORD,
  partnerIn,
  press,
  registered,
  signIn,
  tab,
} from "../../harness/browser/partner.ts";
import { refuse } from "../../harness/browser/refuse.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";
import { callsTo } from "../../harness/browser/waitlist-card.ts";

const AUTH = "/partner/auth";
const REGISTER = `${AUTH}?tab=register`;
const portal = (page: Page) => page.getByRole("heading", { level: 1, name: "Partner Portal" });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test.use({ expectedInConsole: /status of (401|409|503)|ERR_INTERNET|ERR_FAILED/ });

test("a business registers, signs in and reaches the portal", async ({ page }) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.org`;
  const calls = callsTo(page, "session.register");
  await page.goto(AUTH);
  await tab(page, "Register").click();
  await expect(page).toHaveURL(/\?tab=register$/);
  await press(page, "Register");
  await expect(toast(page)).toContainText("Please fill in all required fields");
  await expect(field(page, "Business Name")).toBeFocused();
  await field(page, "Business Name").fill("Noor Foods");
  await field(page, "Contact Name").fill("Amina Noor");
  await field(page, "Email").fill(email);
  await field(page, "Phone (optional)").pressSequentially("3135550101");
  await expect(field(page, "Phone (optional)")).toHaveValue("(313) 555-0101");
  await field(page, "Password").fill("short");
  await field(page, "Confirm Password").fill("other");
  await press(page, "Register");
  await expect(toast(page)).toContainText("Password must be at least 6 characters");
  await expect(field(page, "Password")).toHaveAccessibleDescription("Password must be at least 6 characters");
  await expect(field(page, "Confirm Password")).toHaveAccessibleDescription("Passwords do not match");
  await field(page, "Password").fill(PASSWORD);
  await press(page, "Register");
  await expect(toast(page)).toContainText("Passwords do not match");
  await field(page, "Confirm Password").fill(PASSWORD);
  expect(calls).toHaveLength(0);
  await page.getByRole("button", { name: "Register" }).dblclick();
  await expect(tab(page, "Login")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText(`Please sign in as ${email}`)).toBeVisible();
  expect(calls).toHaveLength(1);
  await expect(field(page, "Email")).toHaveValue(email);
  await expect(field(page, "Password")).toBeFocused();
  await field(page, "Password").fill(PASSWORD);
  await press(page, "Login");
  await expect(portal(page)).toBeVisible();
  await expect(page).toHaveURL(/\/partner$/);
  await expect(page.getByText("Noor Foods", { exact: true })).toBeVisible();
  await expect(page.getByText("Verified Partner")).toHaveCount(0);
});

test("a failed login or registration shows the reason and keeps the input", async ({ page, context }) => {
  const account = await registered(context);
  await page.goto(AUTH);
  await press(page, "Login");
  await expect(toast(page)).toContainText("Please fill in all required fields");
  await field(page, "Email").fill(account.email);
  await field(page, "Password").fill("not this one");
  await press(page, "Login");
  await expect(toast(page)).toContainText("Login failed");
  await expect(toast(page)).toContainText("401: Invalid email or password");
  await expect(field(page, "Email")).toHaveValue(account.email);
  await context.setOffline(true);
  await press(page, "Login");
  await expect(toast(page)).toContainText("Login failedPlease try again.");
  await context.setOffline(false);
  await page.goto(REGISTER);
  await field(page, "Business Name").fill("Another");
  await field(page, "Contact Name").fill("Bilal");
  await field(page, "Email").fill(account.email);
  await field(page, "Password").fill(PASSWORD);
  await field(page, "Confirm Password").fill(PASSWORD);
  await press(page, "Register");
  await expect(toast(page)).toContainText("Registration failed");
  await expect(toast(page)).toContainText("409: An account with this email already exists");
  await expect(field(page, "Business Name")).toHaveValue("Another");
});

test("a login whose session the browser does not keep says that it blocks cookies", async ({
  page,
  context,
}) => {
  const account = await registered(context);
  await page.route("**/trpc/*partner.session.current*", (route) =>
    refuse(route, { status: 401, code: "UNAUTHENTICATED", sentence: "Please sign in" }),
  );
  await page.goto(AUTH);
  await field(page, "Email").fill(account.email);
  await field(page, "Password").fill(PASSWORD);
  await press(page, "Login");
  await expect(toast(page)).toContainText("Login failed");
  await expect(toast(page)).toContainText("Your browser is blocking our cookies");
});

test("the error of a refused login is gone when the next one is sent", async ({ page, context }) => {
  const account = await registered(context);
  await page.goto(AUTH);
  await field(page, "Email").fill(account.email);
  await field(page, "Password").fill("not this one");
  await press(page, "Login");
  await toast(page).hover(); // it stays while the pointer is on it
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/session\.login/, (route) => held.then(() => route.continue()));
  await field(page, "Password").fill(PASSWORD);
  await field(page, "Password").press("Enter");
  await expect(toast(page)).toHaveCount(0);
  letGo();
  await expect(portal(page)).toBeVisible();
});

test("the fields have the right autofill names and keyboards", async ({ page }) => {
  await page.goto(AUTH);
  await expect(field(page, "Email")).toHaveAttribute("autocomplete", "username");
  await expect(field(page, "Email")).toHaveAttribute("type", "email");
  await expect(field(page, "Password")).toHaveAttribute("autocomplete", "current-password");
  await page.getByRole("button", { name: "Show what is typed" }).click();
  await expect(field(page, "Password")).toHaveAttribute("type", "text");
  await tab(page, "Login").press("ArrowRight");
  await expect(tab(page, "Register")).toBeFocused();
  await expect(field(page, "Password")).toHaveAttribute("autocomplete", "new-password");
  await expect(field(page, "Phone (optional)")).toHaveAttribute("type", "tel");
  await page.goBack();
  await expect(tab(page, "Login")).toHaveAttribute("aria-selected", "true");
});

test("the sign-in continues to the requested part of the portal and never to another site", async ({
  page,
  context,
}) => {
  const account = await registered(context);
  await page.goto("/partner?tab=claims");
  await expect(page).toHaveURL(/\/partner\/auth\?to=/);
  await field(page, "Email").fill(account.email);
  await field(page, "Password").fill(PASSWORD);
  await field(page, "Password").press("Enter");
  await expect(page.getByText("No ownership claims submitted yet.")).toBeVisible();
  await expect(page).toHaveURL(/\/partner\?tab=claims$/);
  await page.goto(`${AUTH}?to=${encodeURIComponent("//example.org/")}`);
  await expect(page).toHaveURL(/\/partner$/);
});

test("an outage does not sign a partner out, but an ended session does and says so", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const away = { status: 503, code: "UNAVAILABLE", sentence: "The service is away for a moment" };
  await page.route("**/trpc/**", (route) => refuse(route, away));
  await page.goto("/partner");
  await expect(page.getByRole("heading", { name: "Failed to check session" })).toBeVisible();
  await expect(page.getByText(`503: ${away.sentence}`)).toBeVisible();
  await page.unroute("**/trpc/**");
  await press(page, "Try again");
  await expect(portal(page)).toBeVisible();
  await page.route(/session\.logout/, (route) => refuse(route, away));
  await press(page, "Logout");
  await expect(toast(page)).toContainText("Logout failed");
  await expect(portal(page)).toBeVisible();
  await context.request.post("/partner/api/logout");
  await tab(page, /Claims/).click();
  await press(page, "Refresh");
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await expect(page).toHaveURL(/\/partner\/auth/);
});

test("logging out ends the session on the server", async ({ page, context }) => {
  await partnerIn(context);
  await page.goto("/partner?tab=requests");
  await press(page, "Logout");
  await expect(toast(page)).toContainText("Logged out");
  await expect(page).toHaveURL(/\/partner\/auth$/);
  expect((await context.request.get("/partner/api/me")).status()).toBe(401);
});

test("a partner changes the password and ends other sessions", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const account = await partnerIn(context);
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  await signIn(elsewhere, account);
  await page.goto("/partner");
  const open = async (item: string) => {
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await open("Sessions");
  await dialog(page)
    .getByRole("button", { name: /^End this one/ })
    .click();
  await expect(dialog(page).getByText("You are not signed in anywhere else.")).toBeVisible();
  expect((await elsewhere.request.get("/partner/api/me")).status()).toBe(401);
  await page.keyboard.press("Escape");
  await signIn(elsewhere, account);
  await open("Sessions");
  await dialog(page).getByRole("button", { name: "End all others" }).click();
  await expect(toast(page)).toContainText("All other sessions ended");
  expect((await elsewhere.request.get("/partner/api/me")).status()).toBe(401);
  await page.keyboard.press("Escape");
  await open("Change password");
  await inDialog(page, "Current password").fill("wrong one");
  await inDialog(page, "New password").fill("another one");
  await inDialog(page, "Confirm new password").fill("another two");
  await dialog(page).getByRole("button", { name: "Change password" }).click();
  await expect(toast(page)).toContainText("Passwords do not match");
  await inDialog(page, "Confirm new password").fill("another one");
  await dialog(page).getByRole("button", { name: "Change password" }).click();
  await expect(toast(page)).toContainText("Failed to change the password");
  await inDialog(page, "Current password").fill(PASSWORD);
  await dialog(page).getByRole("button", { name: "Change password" }).click();
  await expect(toast(page)).toContainText("Password changed");
  await expect(dialog(page)).toHaveCount(0);
  await signIn(elsewhere, { ...account, password: "another one" });
  await elsewhere.close();
});

test("the landing page links to the portal", async ({ page }) => {
  await page.goto("/#partnership");
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Partner sign-in" })).toHaveAttribute(
    "href",
    "/partner/auth",
  );
  await page.locator("#partnership").getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Partner sign-in" })).toBeVisible();
});

test("the sign-in is well formed and has no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto(AUTH);
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Partner sign-in · /);
    await expectAccessible(page);
  });
  await tab(page, "Register").click();
  await press(page, "Register");
  await expect(field(page, "Business Name")).toBeFocused();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Register your business · /);
    await expectAccessible(page);
  });
});
