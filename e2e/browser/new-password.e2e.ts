import type { Page } from "@playwright/test";
import { partnerIn } from "../harness/browser/partner.ts";
import { atEverySize, expect, expectAccessible, PHONE, test } from "../harness/browser/screen.ts";
import { addStaff, signInShared } from "../harness/browser/staff.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test.use({ expectedInConsole: /status of 40[01]/ });

async function openRegister(page: Page): Promise<void> {
  await page.goto("/partner/auth?tab=register");
  await expect(field(page, "Password")).toBeVisible();
}

test("the line at a new password says what is wrong with it and when it is good, and announces it", async ({
  page,
}) => {
  await openRegister(page);
  const password = field(page, "Password");
  await expect(password).toHaveAccessibleDescription("At least 6 characters, and not a common one.");
  const said = {
    short: /^At least 6 characters/,
    Password1: /^This password is too common\./,
    "9dates": /^Accepted\. A longer one is safer\./,
    "kunafa with cheese": /^Strong password\.$/,
  };
  for (const [typed, sentence] of Object.entries(said)) {
    await password.fill(typed);
    await expect(password).toHaveAccessibleDescription(sentence);
    await expect(page.locator("[aria-live=polite]").filter({ hasText: sentence })).toBeVisible();
  }
});

test("what the server says of a refused password is shown once, at the field", async ({ page }) => {
  await openRegister(page);
  await field(page, "Business Name").fill("Noor Grill");
  await field(page, "Contact Name").fill("Maryam");
  await field(page, "Email").fill(`${crypto.randomUUID().slice(0, 8)}@example.org`);
  await field(page, "Password").fill("Password1");
  await field(page, "Confirm Password").fill("Password1");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(field(page, "Password")).toHaveAccessibleDescription("This password is too common");
  await expect(page.locator("form").getByText("This password is too common")).toHaveCount(1);
});

test("the line is accessible on every screen where a password is chosen, at 390 and 1440 px", async ({
  page,
  context,
}) => {
  await page.setViewportSize(PHONE);
  await openRegister(page);
  for (const typed of ["Password1", "9dates", "kunafa with", "kunafa with cheese"]) {
    await field(page, "Password").fill(typed);
    await expectAccessible(page);
  }
  await atEverySize(page, () => expectAccessible(page));
  await signInShared(context);
  await page.goto("/admin/security");
  await field(page, "New password").fill("Admin2026!");
  await expect(field(page, "New password")).toHaveAccessibleDescription(/too common/);
  await atEverySize(page, () => expectAccessible(page));
  const other = await addStaff("admin", "other");
  await page.goto(`/admin/users?q=${other.username}`);
  await page.getByRole("button", { name: "Add Admin User" }).click();
  await field(page, "Username").fill("umm-zayd");
  await field(page, "Email").fill("khadija.b@example.org");
  const refused = {
    "Passw0rd!": /^This password is too common\./,
    "this is umm zayd": /^The password must not contain the username\./,
    "kh4dijab-2026": /^The password must not contain the email address\./,
    "with rihla": /^The password must not contain the name Rihla\./,
  };
  for (const [typed, sentence] of Object.entries(refused)) {
    await field(page, "Password").fill(typed);
    await expect(field(page, "Password")).toHaveAccessibleDescription(sentence);
  }
  await atEverySize(page, () => expectAccessible(page));
  await page.goto("/partner-manager");
  await page.getByRole("button", { name: "Add Partner" }).first().click();
  await field(page, "Password").fill("welcome1");
  await expect(field(page, "Password")).toHaveAccessibleDescription(/too common/);
});

test("a partner's new password must not be a common one", async ({ page, context }) => {
  await partnerIn(context);
  await page.goto("/partner");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Change password" }).click();
  await field(page, "New password").fill("Something");
  await expect(field(page, "New password")).toHaveAccessibleDescription(/too common/);
});
