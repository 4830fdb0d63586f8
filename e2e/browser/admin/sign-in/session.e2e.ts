import { refuse } from "../../../harness/browser/refuse.ts";
import { expect, test } from "../../../harness/browser/screen.ts";
import {
  addStaff,
  enter,
  fillLogin,
  signedIn,
  signIn,
  toast,
  username,
} from "../../../harness/browser/staff.ts";

const SCREEN = "/admin/security";

test.use({ expectedInConsole: /status of (401|503)|Clear-Site-Data/ });

test("the browser's storage contains no secrets", async ({ page, context }) => {
  const account = await addStaff();
  await page.goto(SCREEN);
  await fillLogin(page, account);
  await enter(page).click();
  await expect(page.getByRole("heading", { name: "Security" })).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const secret of [account.password, account.username, btoa(account.username)]) {
    expect(stored).not.toContain(secret);
  }
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name.endsWith("staff_session"))).toMatchObject({
    httpOnly: true,
    sameSite: "Lax",
  });
});

test("a reload keeps the session, and logging out ends it and shows the login", async ({ page, context }) => {
  await signedIn(context);
  await page.goto(SCREEN);
  await page.reload();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(toast(page)).toContainText("Logged out");
  await expect(username(page)).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  expect((await context.request.get("/api/admin/session")).status()).toBe(401);
  await page.goto(SCREEN);
  await expect(username(page)).toBeVisible();
});

test("a 401 on a data load shows the login with the reason, and signing in continues", async ({
  page,
  context,
}) => {
  const account = await signedIn(context);
  await page.route("**/trpc/*admin.session.list*", (route) =>
    refuse(route, { status: 401, code: "UNAUTHENTICATED", sentence: "Please sign in" }),
  );
  await page.goto(SCREEN);
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await page.unroute("**/trpc/*admin.session.list*");
  await fillLogin(page, account);
  await enter(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  await expect(page.getByText("This device")).toBeVisible();
});

test("an outage does not sign a user out", async ({ page, context }) => {
  await signedIn(context);
  const away = { status: 503, code: "UNAVAILABLE", sentence: "The service is away for a moment" };
  await page.route("**/trpc/**", (route) => refuse(route, away));
  await page.goto(SCREEN);
  await expect(page.getByRole("heading", { name: "Failed to connect to server" })).toBeVisible();
  await expect(page.getByText(`503: ${away.sentence}`)).toBeVisible();
  await expect(username(page)).toHaveCount(0);
  await page.unroute("**/trpc/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
});

test("a logout that fails says so and keeps the session", async ({ page, context }) => {
  await signedIn(context);
  await page.goto(SCREEN);
  const away = { status: 503, code: "UNAVAILABLE", sentence: "The service is away for a moment" };
  await page.route("**/trpc/*session.logout*", (route) => refuse(route, away));
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(toast(page)).toContainText("Logout failed");
  await expect(toast(page)).toContainText(`503: ${away.sentence}`);
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  expect((await context.request.get("/api/admin/session")).status()).toBe(200);
});

test("the login explains that the browser keeps no cookies", async ({ page }) => {
  const account = await addStaff();
  await page.goto(SCREEN);
  await page.route("**/trpc/*session.current*", (route) =>
    refuse(route, { status: 401, code: "UNAUTHENTICATED", sentence: "Please sign in" }),
  );
  await fillLogin(page, account);
  await enter(page).click();
  await expect(toast(page)).toContainText("Invalid username or password");
  await expect(toast(page)).toContainText("your browser is blocking our cookies");
});

test("a session ended on another device is detected on the next action", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const account = await signedIn(context);
  await page.goto(SCREEN);
  await expect(page.getByText("This device")).toBeVisible();
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  await signIn(elsewhere, account);
  await elsewhere.request.delete("/api/admin/sessions");
  await elsewhere.close();
  await page.getByRole("button", { name: "Set up MFA" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
});
