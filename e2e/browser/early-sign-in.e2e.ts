import type { Page, Request } from "@playwright/test";
import { expect, test } from "../harness/browser/screen.ts";
import { addStaff, enter, fillLogin, signedIn, turnMfaOn } from "../harness/browser/staff.ts";
import { openWithoutReact } from "../harness/browser/without-app.ts";

const BUDGET = 30_000; // bytes
const LOGIN = "admin.session.login";

test.use({ expectedInConsole: /status of 401|Failed to load resource|dynamically imported/ });

const isCall = (url: string, call: string): boolean => url.endsWith(`/trpc/${call}?batch=1`);

/** The addresses of the requests with this call, from now on. */
function listCalls(page: Page, call = LOGIN): readonly string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (isCall(request.url(), call)) calls.push(request.url());
  });
  return calls;
}

const answerTo = (page: Page, call = LOGIN) =>
  page.waitForResponse((response) => isCall(response.url(), call));

for (const [path, label, button, call] of [
  ["/admin", "Username", "Sign in", LOGIN],
  ["/partner-manager", "Username", "Sign In", "partnerManager.session.login"],
  ["/partner", "Email", "Login", "partner.session.login"],
] as const) {
  test(`the sign-in at ${path} is sent without React, once, after less than 30 kB`, async ({ page }) => {
    const sizes: Promise<number>[] = [];
    const measure = (request: Request) => {
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    };
    page.on("requestfinished", measure);
    const calls = listCalls(page, call);
    const answered = answerTo(page, call);
    const release = await openWithoutReact(page, path);
    await page.getByLabel(label).fill("amina");
    await page.getByLabel("Password", { exact: true }).fill("not the one");
    await page.getByRole("button", { name: button, exact: true }).click();
    await answered;
    page.off("requestfinished", measure); // the requests after it may end with the test
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(BUDGET);
    release();
    await expect(page.getByText("Invalid ")).toBeVisible();
    await expect(page.getByLabel(label)).toHaveValue("amina");
    expect(calls).toHaveLength(1);
  });
}

test("a sign-in that was sent without React opens the requested screen", async ({ page }) => {
  const account = await addStaff();
  const calls = listCalls(page);
  const answered = answerTo(page);
  const release = await openWithoutReact(page, "/admin/security");
  await fillLogin(page, account);
  await enter(page).click();
  await expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled(); // no second press
  await answered;
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("a sign-in that was sent without React asks for the code of an account with MFA", async ({
  page,
  context,
}) => {
  const account = await signedIn(context);
  await turnMfaOn(context);
  await context.clearCookies();
  const calls = listCalls(page);
  const answered = answerTo(page);
  const release = await openWithoutReact(page, "/admin");
  await fillLogin(page, account);
  await enter(page).click();
  await answered;
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Enter your code" })).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("a password that is corrected after the sign-in was sent without React is sent too", async ({
  page,
}) => {
  const account = await addStaff();
  const calls = listCalls(page);
  const answered = answerTo(page);
  const release = await openWithoutReact(page, "/admin/security");
  await fillLogin(page, { ...account, password: "not the one" });
  await enter(page).click();
  await answered;
  await fillLogin(page, account);
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  expect(calls).toHaveLength(2);
});

test("an empty field is not sent without React, which says what is missing", async ({ page }) => {
  const calls = listCalls(page);
  const release = await openWithoutReact(page, "/admin");
  await fillLogin(page, { username: "  ", password: "not the one" });
  await enter(page).click();
  release();
  await expect(page.getByText("Please enter both username and password")).toBeVisible();
  expect(calls).toEqual([]);
});

test("a sign-in whose response was lost is sent again", async ({ page }) => {
  const account = await addStaff();
  const calls = listCalls(page);
  await page.route(`**/trpc/${LOGIN}**`, (route) => route.abort(), { times: 1 });
  const lost = page.waitForEvent("requestfailed");
  const release = await openWithoutReact(page, "/admin/security");
  await fillLogin(page, account);
  await enter(page).click();
  await lost;
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  expect(calls).toHaveLength(2);
});
