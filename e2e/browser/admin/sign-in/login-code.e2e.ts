import { expect, test } from "../../../harness/browser/screen.ts";
import { codeOf, enter, fillLogin, signedIn, toast, turnMfaOn } from "../../../harness/browser/staff.ts";

const LOGIN_CALL = "**/trpc/admin.session.login**";
const SCREEN = "/admin/security";

test.use({ expectedInConsole: /status of 401|ERR_FAILED/ });

const place = (digit: number) => `MFA code, digit ${digit} of 6`;

test("the login accepts a typed or pasted code and submits it at the sixth digit", async ({
  page,
  context,
}) => {
  const account = await signedIn(context);
  const { secret } = await turnMfaOn(context);
  await context.clearCookies();
  await page.goto(SCREEN);
  await fillLogin(page, account);
  await enter(page).click();
  await expect(page.getByLabel(place(1))).toBeFocused();
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("alert")).toHaveText("Please enter your MFA code");
  await page.getByLabel(place(1)).focus();
  await page.keyboard.type("12x3");
  await expect(page.getByLabel(place(4))).toBeFocused();
  await page.keyboard.type("456");
  await expect(page.getByRole("alert")).toHaveText("Invalid MFA code");
  for (const digit of [1, 2, 3, 4, 5, 6]) await expect(page.getByLabel(place(digit))).toHaveValue("");
  await expect(page.getByLabel(place(1))).toBeFocused();
  await page.evaluate((code) => {
    const data = new DataTransfer();
    data.setData("text/plain", code);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, codeOf(secret));
  await expect(toast(page)).toContainText("Successfully logged into admin dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
});

test("the login accepts a backup code once and can return to the credentials", async ({ page, context }) => {
  const account = await signedIn(context);
  const { backupCodes } = await turnMfaOn(context);
  await context.clearCookies();
  await page.goto(SCREEN);
  await fillLogin(page, account);
  await enter(page).click();
  await page.getByRole("button", { name: "Use a backup code" }).click();
  await expect(page.getByLabel("Backup code")).toBeFocused();
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("alert")).toHaveText("Please enter your MFA code");
  await page.getByLabel("Backup code").fill("AA-AAAAA-AAAAA");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("alert")).toHaveText("Invalid MFA code");
  await expect(page.getByLabel("Backup code")).toHaveValue("");
  await page.getByRole("button", { name: "Back to sign in" }).click();
  await expect(page.getByLabel("Username")).toBeFocused();
  await fillLogin(page, account);
  await enter(page).click();
  await page.getByRole("button", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill((backupCodes[0] ?? "").toLowerCase());
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("9 backup codes left")).toBeVisible();
});

test("the login shows MFA verification failed if the server does not respond", async ({ page, context }) => {
  const account = await signedIn(context);
  await turnMfaOn(context);
  await context.clearCookies();
  await page.goto(SCREEN);
  await fillLogin(page, account);
  await enter(page).click();
  await expect(page.getByLabel(place(1))).toBeFocused();
  await page.route(LOGIN_CALL, (route) => route.abort());
  await page.keyboard.type("123456");
  await expect(page.getByRole("alert")).toHaveText("MFA verification failed. Please try again.");
});
