import { readFile } from "node:fs/promises";
import { importPlaces } from "../../../harness/browser/places.ts";
import { addPartner } from "../../../harness/browser/review-cases.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { addStaff } from "../../../harness/browser/staff.ts";
import { join, open, openAsNew, rowOf, someName, toast } from "../../../harness/browser/staff-lists.ts";

test.use({ expectedInConsole: /status of 409/ }); // the selection that has changed

test("staff delete all signups that match with one question, and one Undo restores them", async ({
  page,
}) => {
  const mark = someName("b").slice(2);
  const names = Array.from({ length: 30 }, (_, n) => `N${String(n).padStart(2, "0")} ${mark}`);
  await Promise.all(names.map((name) => join(page, name)));
  await open(page, `/admin/waitlist?q="${mark}"`);
  await page.getByRole("checkbox", { name: `Select ${names[29]}` }).check();
  const bar = page.getByRole("group", { name: "Selected records" });
  await expect(bar).toContainText("1 selected");
  await atEverySize(page, async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight)); // no link half behind the bar
    await expectWellFormed(page, /^Waitlist · /);
    await expectAccessible(page);
  });
  await bar.getByRole("checkbox", { name: "Select page" }).check();
  await expect(bar).toContainText("25 selected");
  await bar.getByRole("button", { name: "Select all that match: 30" }).click();

  await bar.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete" });
  await expect(dialog).toContainText("Delete 30 signups?");
  await join(page, `N30 ${mark}`);
  await expect(page.locator(".bulk-bar")).toContainText("31 selected"); // behind the question, so without a role
  await expect(dialog).toContainText("Delete 30 signups?");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page)).toContainText("409: 31 records match by now, not 30. Please look again.");
  await expect(rowOf(page, `N30 ${mark}`)).toBeVisible();

  await page.getByRole("checkbox", { name: `Select N30 ${mark}` }).check();
  await bar.getByRole("button", { name: "Select all that match: 31" }).click();
  await bar.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page)).toContainText("31 signups deleted");
  await expect(page.getByText("No signup matches")).toBeVisible();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("31 restored");
  await expect(page.getByRole("navigation", { name: "Pages of the waitlist" })).toContainText("1–25 of 31");
});

test("a super admin deactivates all accounts that match but their own, and Undo activates them", async ({
  page,
}) => {
  const { username } = await openAsNew(page, "/admin/users");
  for (const role of ["admin", "partner_manager"] as const) await addStaff(role, username);
  await page.goto(`/admin/users?q=${username}`);
  await expect(page.getByRole("checkbox", { name: `Select ${username}`, exact: true })).toHaveCount(0);
  await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .check();
  const bar = page.getByRole("group", { name: "Selected records" });
  await bar.getByRole("button", { name: "Select all that match: 3" }).click();
  await atEverySize(page, () => expectAccessible(page));
  await bar.getByRole("button", { name: "Deactivate" }).click();
  const dialog = page.getByRole("dialog", { name: "Deactivate" });
  await expect(dialog).toContainText("Deactivate 2 accounts?");
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("cell", { name: "Inactive" })).toHaveCount(2);
  await expect(toast(page)).toContainText("2 accounts deactivated");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("2 changed back");
  await expect(page.getByRole("cell", { name: "Inactive" })).toHaveCount(0);
});

test("a manager deletes selected partners with one question, and one Undo restores them", async ({
  page,
}) => {
  const mark = someName("b").slice(2);
  for (const name of ["Noor", "Oasis"]) await addPartner(`${name} ${mark}`);
  await open(page, `/partner-manager?q="${mark}"`, "partner_manager");
  await page.getByRole("checkbox", { name: `Select Noor ${mark}` }).check();
  const bar = page.getByRole("group", { name: "Selected records" });
  await page.getByRole("checkbox", { name: "Select page" }).check();
  await atEverySize(page, () => expectAccessible(page));
  await bar.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete" });
  await expect(dialog).toContainText("Delete 2 partners?");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page)).toContainText("2 partners deleted");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("2 restored");
  await expect(rowOf(page, `Oasis ${mark}`)).toBeVisible();
});

test("admins export and delete selected places with one question, one Undo restores them, and the foot counts the tiers", async ({
  page,
}) => {
  const mark = someName("Souk").slice(5);
  const names = ["Alif", "Ba", "Ta"].map((name) => `${name} ${mark}`);
  await importPlaces(names.map((name, at) => ({ name, at: [-83.2 - at / 10, 42.3] })));
  await open(page, `/admin/places?q=${encodeURIComponent(mark)}`, "admin");
  await expect(page.getByText("3 Not verified")).toBeVisible();
  for (const name of names.slice(0, 2)) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  const bar = page.getByRole("group", { name: "Selected records" });
  await expect(bar).toContainText("2 selected");
  const downloading = page.waitForEvent("download");
  await bar.getByRole("link", { name: "Export" }).click();
  const text = await readFile(await (await downloading).path(), "utf8");
  expect(names.map((name) => text.includes(name))).toEqual([true, true, false]);
  await bar.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete" });
  await expect(dialog).toContainText("Delete 2 places? Their public pages are gone at once.");
  await expect(dialog).toContainText("30 days");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page)).toContainText("2 places deleted");
  await expect(page.getByText("1 Not verified")).toBeVisible();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("2 restored");
  await expect(rowOf(page, names[0] ?? "")).toBeVisible();
  await open(page, "/admin/places", "partner_manager");
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
});
