import { expect, expectAccessible, expectWellFormed, PHONE, test } from "../../../harness/browser/screen.ts";
import { open } from "../../../harness/browser/staff-lists.ts";

test("at 390 px a list with many filters hides them behind one button, which counts those that are set", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await open(page, "/admin/places?category=restaurant&tier=verified");
  const button = page.getByRole("button", { name: /^Filters/ });
  const tier = page.getByLabel("Halal tier");
  await expect(button).toHaveText("Filters (2)");
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await expect(tier).toBeHidden();
  await expect(page.getByRole("searchbox")).toBeVisible();
  await button.press("Enter");
  await expect(tier).toHaveValue("verified");
  await tier.selectOption("All");
  await expect(page).toHaveURL(/\/admin\/places\?category=restaurant$/);
  await expect(button).toHaveText("Filters (1)");
  await expectWellFormed(page, /^Places · /);
  await expectAccessible(page);
  await button.press("Enter");
  await expect(tier).toBeHidden();
  await expect(button).toBeFocused();

  await page.goto("/admin/users"); // a list with few of them shows them all
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect(button).toBeHidden();
});

test("at 820 px a list with three lines of filters hides them behind one button, and others show theirs", async ({
  page,
}) => {
  await page.setViewportSize({ width: 820, height: 1_180 });
  await open(page, "/admin/places");
  const button = page.getByRole("button", { name: /^Filters/ });
  const tier = page.getByLabel("Halal tier");
  await expect(button).toBeVisible();
  await expect(tier).toBeHidden();
  await button.click();
  await expect(tier).toBeVisible();
  await expectWellFormed(page, /^Places · /);
  await expectAccessible(page);
  await open(page, "/admin/inquiries");
  await expect(page.getByLabel("Reply", { exact: true })).toBeVisible();
  await expect(button).toBeHidden();
});

test("at 390 px the menu of a row is not over the link below its name", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, "/admin/users");
  const row = page.getByRole("row").filter({ has: page.getByRole("button", { name: /^Actions for/ }) });
  const menu = await row
    .first()
    .getByRole("button", { name: /^Actions for/ })
    .boundingBox();
  const mail = await row.first().getByRole("link", { name: /@/ }).boundingBox();
  expect(mail?.y).toBeGreaterThanOrEqual((menu?.y ?? Number.POSITIVE_INFINITY) + (menu?.height ?? 0));
});
