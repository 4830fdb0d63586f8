import { expect, test } from "../../../harness/browser/screen.ts";
import { open } from "../../../harness/browser/staff-lists.ts";

/** Screens and the buttons on them that open a dialog. */
const OPENERS = [
  { path: "/admin/inquiries", name: "Add inquiry" },
  { path: "/admin/users", name: "Invite user" },
  { path: "/admin/users", name: "Add Admin User" },
  { path: "/admin/security", name: "New token" },
  { path: "/partner-manager", name: "Add Partner" },
] as const;

test("Escape closes a dialog and returns the focus to the button that opened it", async ({ page }) => {
  await open(page, "/admin");
  for (const { path, name } of OPENERS) {
    await page.goto(path);
    const opener = page.getByRole("main").getByRole("button", { name }).first();
    await expect(opener).toBeVisible();
    await expect(page.locator(".skeleton")).toHaveCount(0); // what loads moves what is below it
    await opener.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});
