import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { list, open, toast } from "../../../harness/browser/staff-lists.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a list is copied as the command that shows the same rows, with its filters and order", async ({
  page,
}) => {
  await open(page, "/admin/inquiries?q=noor%20grill&answered=false&type=restaurant&sort=business");
  await expect(list(page, "Partnership inquiries").getByRole("searchbox")).toHaveValue("noor grill");
  await expect(page.getByRole("button", { name: "Copy as command" })).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Screen, record or action" }).fill("copy this");
  await page.getByRole("option", { name: "Copy this list as command" }).click();
  await expect(toast(page)).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    "rihla partnership list --q 'noor grill' --no-answered --limit 25 --sort business --business-type restaurant",
  );
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Inquiries · /);
    await expectAccessible(page);
  });
});

test("what was done last is copied as a command, from the panel of a record and from the palette", async ({
  page,
}) => {
  await open(page, "/admin/inquiries");
  const inquiries = list(page, "Partnership inquiries");
  await inquiries.locator("a[data-opens]").first().click();
  const panel = page.locator(".record-panel");
  const copy = panel.getByRole("button", { name: "Copy as command" });
  await expect(panel.getByLabel("For your team")).toBeVisible();
  await expect(copy).toHaveCount(0); // nothing was done yet
  await panel.getByLabel("For your team").fill("Noor's uncle");
  await panel.getByRole("button", { name: "Add note" }).click();
  await copy.click();
  await expect(panel.getByRole("button", { name: "Copied" })).toBeVisible();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line).toMatch(/^rihla note add --kind inquiry --subject-id \S+ --text 'Noor'\\''s uncle'$/);
  await atEverySize(page, () => expectAccessible(page));
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Screen, record or action" }).fill("copy as");
  await page.getByRole("option", { name: "Copy as command" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(line);
});
