import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { escapeOnceShown } from "../../../harness/browser/escape-once-shown.ts";
import { expect, expectAccessible, test } from "../../../harness/browser/screen.ts";
import { codeOf, signedIn, toast } from "../../../harness/browser/staff.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Set up MFA" });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const codes = (page: Page) => dialog(page).getByRole("list", { name: "Backup codes" }).getByRole("listitem");

test.use({ expectedInConsole: /status of 400/, permissions: ["clipboard-read", "clipboard-write"] });

test.beforeEach(async ({ page, context }) => {
  await signedIn(context);
  await page.goto("/admin/security");
  await button(page, "Set up MFA").click();
  await expect(dialog(page)).toBeVisible();
});

async function secretOf(page: Page): Promise<string> {
  await button(page, "Continue").click();
  return ((await dialog(page).locator("code").textContent()) ?? "").replaceAll(" ", "");
}

async function enable(page: Page): Promise<void> {
  const secret = await secretOf(page);
  await page.getByLabel("Verification code").fill(codeOf(secret));
  await button(page, "Verify and enable").click();
  await expect(codes(page)).toHaveCount(10);
}

test("the MFA wizard shows a QR code and a secret, and accepts six digits only", async ({ page }) => {
  const secret = await secretOf(page);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const picture = await dialog(page)
    .getByRole("img", { name: /QR code/ })
    .boundingBox();
  expect(Math.min(picture?.width ?? 0, picture?.height ?? 0)).toBeGreaterThanOrEqual(100);
  const copy = button(page, /the secret/);
  await copy.click();
  await expect(copy).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await expect(copy).not.toContainText("Copied", { timeout: 3_000 });
  const code = page.getByLabel("Verification code");
  const verify = button(page, "Verify and enable");
  await expect(verify).toBeDisabled();
  await code.pressSequentially("12ab3 45");
  await expect(code).toHaveValue("12345");
  await expect(verify).toBeDisabled();
  await code.pressSequentially("678");
  await expect(code).toHaveValue("123456");
  await expect(verify).toBeEnabled();
  await verify.click();
  await expect(code).toHaveAccessibleDescription("Invalid verification code. Please try again.");
  await expect(code).toBeFocused();
});

test("the MFA wizard cannot be closed while the code is sent, because backup codes are shown once", async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/trpc/admin.mfa.enable**", async (route) => {
    await promise;
    await route.continue();
  });
  const secret = await secretOf(page);
  await page.getByLabel("Verification code").fill(codeOf(secret));
  await button(page, "Verify and enable").click();
  await expect(button(page, "Verifying...")).toBeVisible();
  await expect(button(page, "Close")).toHaveCount(0);
  await page.keyboard.press("Escape");
  resolve();
  await expect(codes(page)).toHaveCount(10);
});

test("Escape closes the MFA wizard as soon as the refusal of a code is shown", async ({ page }) => {
  await secretOf(page);
  const code = page.getByLabel("Verification code");
  await code.fill("123456");
  await escapeOnceShown(page, "form [aria-invalid]");
  await button(page, "Verify and enable").click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page, "Set up MFA")).toBeFocused();
});

test("the MFA wizard ends only after one of the backup codes is typed", async ({ page }) => {
  await enable(page);
  await expect(toast(page)).toContainText("MFA Enabled");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(codes(page)).toHaveCount(10);
  await expect(button(page, "Close")).toHaveCount(0);
  const typed = page.getByLabel(/^Type one of the codes/);
  await typed.fill("AA-AAAAA-AAAAA");
  await button(page, "Finish").click();
  await expect(typed).toHaveAccessibleDescription("This is not one of the codes above");
  await expect(typed).toBeFocused();
  const [code = ""] = await codes(page).allTextContents();
  await typed.fill(code.toLowerCase().replaceAll("-", " "));
  await button(page, "Finish").click();
  await expect(toast(page)).toContainText("Setup Complete");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText("10 backup codes left")).toBeVisible();
  await expect(button(page, "Regenerate backup codes")).toBeFocused();
});

test("the backup codes can be copied, downloaded and printed", async ({ page }) => {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await enable(page);
  const all = await codes(page).allTextContents();
  await button(page, /^Copy/).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
  expect(download.suggestedFilename()).toMatch(/^[a-z]+-backup-codes-staff-\w+\.txt$/);
  const saved = await readFile(await download.path(), "utf8");
  for (const code of all) {
    expect(copied).toContain(code);
    expect(saved).toContain(code);
  }
  await button(page, "Print").click();
  await expect(page.locator("body")).toHaveAttribute("data-printed", "");
  await page.emulateMedia({ media: "print" });
  await expect(codes(page).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await expect(button(page, "Print")).toBeHidden();
});

test("the MFA wizard closes on Escape before MFA is on and returns the focus", async ({ page }) => {
  await secretOf(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page, "Set up MFA")).toBeFocused();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
});
