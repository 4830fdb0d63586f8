import type { Page } from "@playwright/test";
import { editAnswer } from "../../../harness/browser/edit-response.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../../harness/browser/screen.ts";
import { codeOf, signedIn } from "../../../harness/browser/staff.ts";

// after logging out, the check of the session
test.use({ expectedInConsole: /status of 401/ });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** What a server with REQUIRE_STAFF_MFA answers; the server of these tests does not require it. */
async function requireMfa(page: Page): Promise<void> {
  await editAnswer(page, "admin.session.current", (session: { mfaEnabled?: boolean }) =>
    session.mfaEnabled ? session : { ...session, mfaSetupRequired: true },
  );
}

test("staff who must have MFA see only its setup, and then the screen that they opened at 390 and 1440 px", async ({
  page,
  context,
}) => {
  await page.setViewportSize(PHONE);
  await signedIn(context);
  await requireMfa(page);
  await page.goto("/admin/waitlist");
  await expect(page.getByRole("heading", { level: 1, name: "Set up MFA" })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await atEverySize(page, async () => {
    await expectWellFormed(page, /Set up MFA/);
    await expectAccessible(page);
  });
  await button(page, "Continue").click();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await atEverySize(page, () => expectAccessible(page));
  await page.getByLabel("Verification code").fill(codeOf(secret));
  await button(page, "Verify and enable").click();
  const codes = page.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expect(page.getByRole("heading", { level: 1, name: "Set up MFA" })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await page
    .getByLabel("Type one of the codes to show that you have them")
    .fill((await codes.first().textContent()) ?? "");
  await button(page, "Finish").click();
  await expect(page.getByRole("heading", { level: 1, name: "Waitlist" })).toBeVisible();
});

test("staff who must have MFA can log out instead", async ({ page, context }) => {
  await signedIn(context, "partner_manager");
  await requireMfa(page);
  await page.goto("/admin/security");
  await button(page, "Logout").click();
  await expect(page.getByRole("heading", { level: 1, name: "Staff sign-in" })).toBeVisible();
});

test("a partner manager who must have MFA sees its setup on their own screen", async ({ page, context }) => {
  await signedIn(context, "partner_manager");
  await requireMfa(page);
  await page.goto("/partner-manager");
  await expect(page.getByRole("heading", { level: 1, name: "Set up MFA" })).toBeVisible();
  await button(page, "Logout").click();
  await expect(page.getByLabel("Username")).toBeVisible();
});
