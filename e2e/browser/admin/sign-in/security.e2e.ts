import type { Page } from "@playwright/test";
import { refuse } from "../../../harness/browser/refuse.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../../harness/browser/screen.ts";
import { codeOf, signedIn, signIn, toast, turnMfaOn } from "../../../harness/browser/staff.ts";

const SCREEN = "/admin/security";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test.use({ expectedInConsole: /status of (400|401|403|500)/ });

test("the security screen lists the sessions, marks the current one and ends others", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const account = await signedIn(context);
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }), userAgent: FIREFOX });
  const third = await browser.newContext(baseURL ? { baseURL } : {});
  await signIn(elsewhere, account);
  await signIn(third, account);
  await page.goto(SCREEN);
  const rows = page.getByRole("listitem").filter({ hasText: "Last seen" });
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: "This device" })).toHaveCount(1);
  await rows
    .filter({ hasText: "Firefox on Windows" })
    .getByRole("button", { name: /^End this one/ })
    .click();
  await expect(toast(page)).toContainText("Session ended");
  await expect(rows).toHaveCount(2);
  expect((await elsewhere.request.get("/api/admin/session")).status()).toBe(401);
  await button(page, "End all others").click();
  await expect(dialog(page)).toHaveAccessibleName("End all others");
  await expect(dialog(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "End all others" }).click();
  await expect(toast(page)).toContainText("All other sessions ended");
  await expect(rows).toHaveCount(1);
  expect((await third.request.get("/api/admin/session")).status()).toBe(401);
  expect((await context.request.get("/api/admin/session")).status()).toBe(200);
  await Promise.all([elsewhere.close(), third.close()]);
});

test("staff can change their own password, and errors appear at their fields", async ({ page, context }) => {
  const account = await signedIn(context);
  await page.goto(SCREEN);
  const change = button(page, "Change password");
  const current = page.getByLabel("Current password", { exact: true });
  const next = page.getByLabel("New password", { exact: true });
  const again = page.getByLabel("Confirm new password", { exact: true });
  await change.click();
  await expect(current).toHaveAccessibleDescription("Current password is required");
  await current.fill(account.password);
  await next.fill("long and new 1");
  await again.fill("long and new 2");
  await change.click();
  await expect(again).toHaveAccessibleDescription("The two new passwords differ");
  await next.fill("password123");
  await again.fill("password123");
  await change.click();
  await expect(next).toHaveAccessibleDescription("This password is too common");
  await current.fill("not this");
  await next.fill("a new and quite long one");
  await again.fill("a new and quite long one");
  await change.click();
  await expect(page.getByRole("alert")).toHaveText("401: Invalid credentials");
  await current.fill(account.password);
  await change.click();
  await expect(toast(page)).toContainText("Password changed");
  await expect(next).toHaveValue("");
  await signIn(context, { ...account, password: "a new and quite long one" });
});

test("a password change also requires a code if MFA is on and the last code is old", async ({
  page,
  context,
}) => {
  const account = await signedIn(context);
  const { backupCodes } = await turnMfaOn(context);
  await page.goto(SCREEN);
  await page.getByLabel("Current password", { exact: true }).fill(account.password);
  await page.getByLabel("New password", { exact: true }).fill("a new and quite long one");
  await page.getByLabel("Confirm new password", { exact: true }).fill("a new and quite long one");
  const refusal = { status: 401, code: "UNAUTHENTICATED", sentence: "Invalid MFA code" };
  await page.route("**/trpc/admin.session.changePassword**", (route) => refuse(route, refusal), { times: 1 });
  await button(page, "Change password").click();
  await expect(page.getByRole("alert")).toHaveText("Please enter your MFA code");
  await page.getByLabel("MFA code or backup code").fill(backupCodes[0] ?? "");
  await button(page, "Change password").click();
  await expect(toast(page)).toContainText("Password changed");
});

test("the security screen warns about few backup codes and generates new ones", async ({ page, context }) => {
  await signedIn(context);
  await turnMfaOn(context);
  const status = { mfaEnabled: true, hasBackupCodes: true, backupCodesLeft: 3 };
  await page.route("**/trpc/*admin.mfa.status*", async (route) => {
    const answer = await route.fetch();
    const calls = (await answer.json()) as { result: { data: { json: Record<string, unknown> } } }[];
    for (const { result } of calls) if ("backupCodesLeft" in result.data.json) result.data.json = status;
    await route.fulfill({ response: answer, json: calls });
  });
  await page.goto(SCREEN);
  await expect(page.getByText("Only 3 backup codes left. Make new ones before you need them.")).toBeVisible();
  await page.unroute("**/trpc/*admin.mfa.status*");
  await button(page, "Regenerate backup codes").click();
  await dialog(page).getByRole("button", { name: "Regenerate" }).click();
  await expect(toast(page)).toContainText("Backup Codes Regenerated");
  const codes = dialog(page).getByRole("list", { name: "Backup codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await dialog(page)
    .getByLabel(/^Type one of the codes/)
    .fill((await codes.last().textContent()) ?? "");
  await button(page, "Finish").click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText("10 backup codes left")).toBeVisible();
});

test("Back asks before it loses backup codes that were just shown", async ({ page, context }) => {
  await signedIn(context);
  await turnMfaOn(context);
  await page.goto("/admin");
  await button(page, "Settings pages").click();
  await page.getByRole("link", { name: "Security", exact: true }).click();
  await button(page, "Regenerate backup codes").click();
  await dialog(page).getByRole("button", { name: "Regenerate" }).click();
  const codes = page.getByRole("list", { name: "Backup codes" });
  await expect(codes).toBeVisible();
  await page.goBack();
  const question = page.getByRole("dialog", { name: "Leave without the backup codes?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(codes).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/security$/);
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test("failed MFA calls show the specified messages", async ({ page, context }) => {
  await signedIn(context);
  const broken = { status: 500, code: "INTERNAL", sentence: "Internal server error" };
  await page.route(/trpc\/admin\.mfa\.(setup|disable|regenerate)/, (route) => refuse(route, broken));
  await page.goto(SCREEN);
  await button(page, "Set up MFA").click();
  await button(page, "Continue").click();
  await expect(toast(page)).toContainText("Failed to setup MFA. Please try again.");
  await turnMfaOn(context);
  await page.reload();
  await button(page, "Disable MFA").click();
  await dialog(page).getByRole("button", { name: "Disable MFA" }).click();
  await expect(toast(page)).toContainText("Failed to disable MFA. Please try again.");
  await button(page, "Regenerate backup codes").click();
  await dialog(page).getByRole("button", { name: "Regenerate" }).click();
  await expect(toast(page)).toContainText("Failed to regenerate backup codes. Please try again.");
});

test("an old sign-in requires the password and a code, and then the action continues", async ({
  page,
  context,
}) => {
  const account = await signedIn(context);
  const { secret } = await turnMfaOn(context);
  await page.goto(SCREEN);
  const refusal = { status: 403, code: "REAUTHENTICATE", sentence: "Please confirm that it is you" };
  const old = { status: 401, code: "UNAUTHENTICATED", sentence: "Invalid credentials" };
  await page.route("**/trpc/admin.mfa.disable**", (route) => refuse(route, refusal), { times: 1 });
  await page.route("**/trpc/admin.session.reauthenticate**", (route) => refuse(route, old), { times: 1 });
  await button(page, "Disable MFA").click();
  await dialog(page).getByRole("button", { name: "Disable MFA" }).click();
  await expect(dialog(page)).toHaveAccessibleName("Confirm that it is you");
  await expectAccessible(page);
  await button(page, "Confirm").click();
  await expect(dialog(page).getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    "Please enter your password",
  );
  await dialog(page).getByLabel("Password", { exact: true }).fill(account.password);
  await dialog(page).getByLabel("MFA code or backup code").fill(codeOf(secret));
  await button(page, "Confirm").click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Invalid credentials");
  await button(page, "Confirm").click();
  await expect(toast(page)).toContainText("MFA Disabled");
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page, "Set up MFA")).toBeFocused();
});

test("the confirmation cannot be closed while it is sent", async ({ page, context }) => {
  const account = await signedIn(context);
  const { secret } = await turnMfaOn(context);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.goto(SCREEN);
  const refusal = { status: 403, code: "REAUTHENTICATE", sentence: "Please confirm that it is you" };
  await page.route("**/trpc/admin.session.reauthenticate**", async (route) => {
    await promise;
    await route.continue();
  });
  await page.route("**/trpc/admin.mfa.regenerate**", (route) => refuse(route, refusal), { times: 1 });
  await button(page, "Regenerate backup codes").click();
  await dialog(page).getByRole("button", { name: "Regenerate" }).click();
  await expect(dialog(page)).toHaveAccessibleName("Confirm that it is you");
  await dialog(page).getByLabel("Password", { exact: true }).fill(account.password);
  await dialog(page).getByLabel("MFA code or backup code").fill(codeOf(secret));
  await button(page, "Confirm").click();
  await expect(button(page, "Confirming...")).toBeVisible();
  await expect(button(page, "Close")).toHaveCount(0);
  await page.keyboard.press("Escape");
  resolve();
  await expect(dialog(page)).toHaveAccessibleName("Your new backup codes");
  await expect(dialog(page).getByRole("listitem")).toHaveCount(10);
});

test("the security screen is well formed and has no accessibility violations at 390 and 1440 px", async ({
  page,
  context,
}) => {
  await page.setViewportSize(PHONE);
  await signedIn(context);
  await page.goto(SCREEN);
  await expect(page.getByText("This device")).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Security · /);
    await expectAccessible(page);
  });
  await button(page, "Set up MFA").click();
  await atEverySize(page, () => expectAccessible(page));
  await button(page, "Continue").click();
  await expect(dialog(page).getByRole("img")).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
});
