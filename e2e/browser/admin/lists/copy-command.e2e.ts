import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { list, open } from "../../../harness/browser/staff-lists.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a list is copied as the command that shows the same rows, with its filters and order", async ({
  page,
}) => {
  await open(page, "/admin/inquiries?q=noor%20grill&answered=false&type=restaurant&sort=business");
  const inquiries = list(page, "Partnership inquiries");
  const button = inquiries.getByRole("button", { name: "Copy as command" });
  await button.click();
  await expect(inquiries.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "rihla partnership list --q 'noor grill' --no-answered --limit 25 --sort business --business-type restaurant",
  );
  await expect(button).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Inquiries · /);
    await expectAccessible(page);
  });
});

test("a form is copied as the command that sends what has been typed so far", async ({ page }) => {
  await open(page, "/admin/inquiries");
  await page.getByRole("button", { name: "Add inquiry" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add partnership inquiry" });
  await dialog.getByLabel("Business name").fill("Noor's Grill");
  await dialog.getByLabel("Email").fill("hana@example.com");
  await dialog.getByRole("button", { name: "Copy as command" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line).toMatch(
    /^rihla partnership create --business-name 'Noor'\\''s Grill' --email hana@example\.com( --business-type \w+)?$/,
  );
  await atEverySize(page, async () => {
    await dialog.getByRole("button", { name: "Copy as command" }).click({ trial: true }); // nothing covers it
    await expectAccessible(page);
  });
});
