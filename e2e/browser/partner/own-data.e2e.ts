import { claim, freshPlace, partnerIn, press } from "../../harness/browser/partner.ts";
import { atEverySize, expect, expectAccessible, PHONE, test } from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 401/ });

test("a partner downloads the data and deletes the account with the password", async ({ page }) => {
  const account = await partnerIn(page.context());
  const place = await freshPlace();
  await claim(page.context(), place);
  await page.goto("/partner");

  await press(page, /^Account/);
  const downloaded = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download your data" }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe("my-data.json");
  expect(await Bun.file(await download.path()).json()).toMatchObject({
    account: { email: account.email },
    claims: [{ poiName: place.name }],
  });

  await press(page, /^Account/);
  await page.getByRole("menuitem", { name: "Delete your account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account" });
  await expect(dialog).toContainText("Your places, without an owner.");
  await atEverySize(page, () => expectAccessible(page));
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(toast(page)).toContainText("Please enter your password");
  const password = dialog.getByLabel("Your password", { exact: true });
  await password.fill("not this one");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(toast(page)).toContainText("401: Your current password is not right");
  await password.fill(account.password);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(toast(page)).toContainText("Your account is deleted");
  await expect(page).toHaveURL(/\/partner\/auth/);
  expect((await page.request.get("/partner/api/me")).status()).toBe(401);
});
