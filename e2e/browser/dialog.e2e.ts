import type { Page } from "@playwright/test";
import { dialog, open, partner } from "../harness/browser/partnership-dialog.ts";
import { atEverySize, expect, expectAccessible, MOVING, PHONE, test } from "../harness/browser/screen.ts";
import { act, addInquiry, open as openAsStaff, someName } from "../harness/browser/staff-lists.ts";

const edit = (page: Page) => page.getByRole("dialog", { name: "Edit partnership inquiry" });
const city = (page: Page) => edit(page).getByRole("textbox", { name: "City" });
const question = (page: Page) => page.getByRole("dialog", { name: "Discard changes?" });
const answer = (page: Page, name: string) => question(page).getByRole("button", { name });

test.use({ ...MOVING, viewport: PHONE });

test("Escape closes a dialog of saved values at once while nothing was changed in it", async ({ page }) => {
  const name = someName("Fig");
  await addInquiry(name);
  await openAsStaff(page, "/admin/inquiries");
  await act(page, name, "Edit");
  await expect(city(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("Back from a page with an open dialog leaves a page that can be used", async ({ page }) => {
  await page.goto("/support");
  await page.goto("/");
  await open(page);
  await page.goBack();
  await expect(page).toHaveURL("/support");
  await expect(dialog(page)).toHaveCount(0);
  await page.goForward();
  await expect(partner(page)).toBeEnabled();
  await open(page);
});

test("a click outside of a dialog asks before it discards what was typed", async ({ page }) => {
  const name = someName("Olive");
  await addInquiry(name);
  await openAsStaff(page, "/admin/inquiries");
  await act(page, name, "Edit");
  await city(page).fill("Dearborn");
  await page.mouse.click(5, 5);
  await expect(answer(page, "Keep editing")).toBeFocused();
  await atEverySize(page, () => expectAccessible(page));
  await answer(page, "Keep editing").click();
  await expect(question(page)).toHaveCount(0);
  await expect(city(page)).toHaveValue("Dearborn");
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Escape"); // of the question: keep editing
  await expect(question(page)).toHaveCount(0);
  await edit(page).getByRole("button", { name: "Close" }).click();
  await answer(page, "Keep editing").click();
  await expect(question(page)).toHaveCount(0);
  await expect(city(page)).toHaveValue("Dearborn");
  await page.mouse.click(5, 5);
  await answer(page, "Discard").click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/admin/inquiries");
  await act(page, name, "Edit");
  await expect(city(page)).toHaveValue("");
});
