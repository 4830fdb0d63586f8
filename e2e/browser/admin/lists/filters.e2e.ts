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
