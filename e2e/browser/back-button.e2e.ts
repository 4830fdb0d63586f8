import type { Page } from "@playwright/test";
import { businessName, dialog, open, partner } from "../harness/browser/partnership-dialog.ts";
import { expect, expectAccessible, MOVING, SIZES, test } from "../harness/browser/screen.ts";
import { act, addInquiry, open as openAsStaff, someName } from "../harness/browser/staff-lists.ts";

const HOME = /^[^/]+\/\/[^/]+\/(#\w+)?$/; // its sections write the hash
const EDIT = "Edit partnership inquiry";

const edit = (page: Page) => page.getByRole("dialog", { name: EDIT });
const city = (page: Page) => edit(page).getByRole("textbox", { name: "City" });
const question = (page: Page) => page.getByRole("dialog", { name: "Discard changes?" });
const answer = (page: Page, name: string) => question(page).getByRole("button", { name });

async function openLanding(page: Page): Promise<void> {
  await page.goto("/support");
  await page.goto("/");
  await open(page);
}

test.use(MOVING);

test("Back closes a dialog, and the page stays where it was", async ({ page }) => {
  await openLanding(page);
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(HOME);
  await expect(partner(page)).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
});

test("a dialog that keeps its input closes on Back without a question", async ({ page }) => {
  await openLanding(page);
  await businessName(page).fill("Noor Grill");
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
  await open(page);
  await expect(businessName(page)).toHaveValue("Noor Grill");
});

test("dialogs that were closed another way cost no extra Back", async ({ page }) => {
  await openLanding(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await open(page);
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/support");
  await page.goForward();
  await expect(page).toHaveURL(HOME);
});

test("Back closes a dialog that was opened again after Back and Forward", async ({ page }) => {
  await openLanding(page);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await page.goForward();
  await expect(dialog(page)).toHaveCount(0);
  await open(page);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(HOME);
});

test("Back after a page that followed a closed dialog returns to the page", async ({ page }) => {
  await openAsStaff(page, "/admin/inquiries");
  await page.getByRole("button", { name: "Add inquiry" }).first().click();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Waitlist" }).click();
  await expect(page).toHaveURL("/admin/waitlist");
  await page.goBack();
  await expect(page).toHaveURL("/admin/inquiries");
  await expect(page.getByRole("heading", { level: 1, name: "Inquiries" })).toBeVisible();
});

test("a search that is typed after a dialog closed is kept while Back closes the next one", async ({
  page,
}) => {
  const name = someName("Basil");
  await addInquiry(name);
  await openAsStaff(page, "/admin/inquiries");
  await page.getByRole("button", { name: "Add inquiry" }).first().click();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").fill(name);
  await expect(page).toHaveURL(/q=/);
  await act(page, name, "Edit");
  await page.goBack();
  await expect(edit(page)).toHaveCount(0);
  await expect(page.getByRole("searchbox")).toHaveValue(name);
});

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport });

    test("Back asks before a dialog discards what was typed", async ({ page }) => {
      const name = someName("Cedar");
      await addInquiry(name);
      await openAsStaff(page, "/admin/inquiries");
      await act(page, name, "Edit");
      await city(page).fill("Dearborn");
      await page.goBack();
      await expect(answer(page, "Keep editing")).toBeFocused();
      await expectAccessible(page);
      await answer(page, "Keep editing").click();
      await expect(question(page)).toHaveCount(0);
      await expect(city(page)).toHaveValue("Dearborn");
      await page.goBack();
      await expect(question(page)).toBeVisible();
      await page.goBack();
      await expect(question(page)).toHaveCount(0);
      await expect(city(page)).toHaveValue("Dearborn");
      await page.goBack();
      await answer(page, "Discard").click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page).toHaveURL("/admin/inquiries");
      await act(page, name, "Edit");
      await expect(city(page)).toHaveValue("");
    });
  });
}

test("a click outside of a dialog asks before it discards what was typed", async ({ page }) => {
  const name = someName("Olive");
  await addInquiry(name);
  await openAsStaff(page, "/admin/inquiries");
  await act(page, name, "Edit");
  await city(page).fill("Dearborn");
  await page.mouse.click(5, 5);
  await answer(page, "Keep editing").click();
  await expect(city(page)).toHaveValue("Dearborn");
});
