import type { Page } from "@playwright/test";
import { atEverySize, expect, expectAccessible, test } from "../../../harness/browser/screen.ts";
import { addInquiry, open, rowOf, someName } from "../../../harness/browser/staff-lists.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const link = (page: Page, name: string) => rowOf(page, name).getByRole("link", { name });

test("rows are moved through, opened and edited with single keys, which can be turned off", async ({
  page,
}) => {
  const group = someName("Keys");
  const [older, newer] = [`${group} older`, `${group} newer`];
  await addInquiry(older);
  await addInquiry(newer);
  await open(page, `/admin/inquiries?q=${encodeURIComponent(group)}`);
  await expect(link(page, older)).toBeVisible();
  await page.keyboard.press("j");
  await expect(link(page, newer)).toBeFocused();
  await page.keyboard.press("j");
  await expect(link(page, older)).toBeFocused();
  const bar = page.getByRole("group", { name: "Selected records" });
  await page.keyboard.press("x");
  await expect(bar).toContainText("1 selected");
  await page.keyboard.press("k");
  await expect(link(page, newer)).toBeFocused();
  await page.keyboard.press("Shift+X");
  await expect(bar).toContainText("2 selected");
  await page.keyboard.press("x");
  await expect(bar).toContainText("1 selected");
  await expect(page.getByRole("checkbox", { name: `Select ${older}` })).toBeChecked();
  await page.keyboard.press("e");
  await expect(page.getByRole("dialog").getByLabel("Business name")).toHaveValue(newer);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/[?&]open=/);
  await expect(page.getByRole("heading", { name: newer })).toBeFocused();
  await page.getByRole("searchbox").press("j");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.getByRole("searchbox").blur();
  await page.keyboard.press("?");
  await expect(dialog(page)).toContainText("edit the row");
  await atEverySize(page, () => expectAccessible(page));
  await dialog(page).getByRole("checkbox", { name: "Keys" }).uncheck();
  await expect(dialog(page)).toContainText("Single keys are off");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: newer })).toBeFocused();
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Screen, record or action" }).fill("show keyboard");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole("checkbox", { name: "Keys" }).check();
  await expect(dialog(page)).toContainText("next row");
});
