import type { Page } from "@playwright/test";
import { atEverySize, expect, expectAccessible, PHONE, test } from "../../../harness/browser/screen.ts";
import {
  addInquiry,
  addressOf,
  join,
  open,
  openAsNew,
  someName,
  toast,
} from "../../../harness/browser/staff-lists.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Find anything" });
const typed = (page: Page) => palette(page).getByRole("combobox");
/** Opens the palette and waits until it takes the keys. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(typed(page)).toBeFocused();
}
const option = (page: Page, name: string) => palette(page).getByRole("option", { name });

test("screens, records and actions are found and opened with the keyboard alone", async ({ page }) => {
  const name = someName("Palette");
  await addInquiry(name);
  await join(page, name);
  await open(page, "/admin/security");
  await expect(page.getByText("This device")).toBeVisible();
  await openPalette(page);
  await page.keyboard.type("iss");
  await expect(option(page, "Issuers")).toHaveAttribute("data-highlighted", "");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Issuers" })).toBeVisible();
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await openPalette(page);
  await page.keyboard.type(name);
  const found = (group: string) =>
    palette(page).getByRole("group", { name: group }).getByRole("option", { name });
  await expect(found("Waitlist")).toBeVisible();
  await expect(found("Inquiries")).toHaveAttribute("data-highlighted", "");
  await expect(palette(page).getByRole("status")).toContainText(/results$/);
  await page.keyboard.press("ArrowDown");
  await expect(found("Waitlist")).toHaveAttribute("data-highlighted", "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/waitlist\?open=/);
  await expect(page.getByRole("heading", { name, exact: true })).toBeFocused();
  await openPalette(page);
  await page.keyboard.type(addressOf(name));
  await expect(found("Inquiries")).toHaveAttribute("data-highlighted", "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/inquiries\?open=/); // the signup's heading has the same name
  await expect(page.getByRole("heading", { level: 1, name: "Inquiries" })).toBeVisible();
  await expect(page.getByRole("heading", { name, exact: true })).toBeFocused();
  await openPalette(page);
  await page.keyboard.type("add inq");
  await expect(option(page, "Add inquiry")).toHaveAttribute("data-highlighted", "");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /Add/ }).getByLabel("Business name")).toBeFocused();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Inquiries" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("logging out is found by the words for it", async ({ page }) => {
  await openAsNew(page, "/admin/security", "partner_manager");
  await expect(page.getByText("This device")).toBeVisible();
  await openPalette(page);
  await page.keyboard.type("log out");
  await expect(option(page, "Logout")).toHaveAttribute("data-highlighted", "");
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText("Logged out");
  await expect(page.getByLabel("Username")).toBeVisible();
});

test("a partner manager finds no screen and no action of other roles", async ({ page }) => {
  await open(page, "/admin/security", "partner_manager");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(option(page, "Reviews")).toBeVisible();
  for (const name of ["Waitlist", "Audit", "Add inquiry", "Start a sync"]) {
    await expect(option(page, name)).toHaveCount(0);
  }
});

test("the palette works by touch and has no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await open(page, "/admin/issuers");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(typed(page)).toBeFocused();
  await typed(page).fill("zzzz qqq");
  await expect(palette(page).getByRole("status")).toContainText("Nothing matches");
  await typed(page).fill("");
  await expect(option(page, "Reviews")).toBeVisible();
  await atEverySize(page, async () => {
    await expectAccessible(page);
  });
  await option(page, "Reviews").click();
  await expect(page).toHaveURL(/\/admin\/reviews$/);
});
