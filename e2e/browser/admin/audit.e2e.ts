import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { addStaff } from "../../harness/browser/staff.ts";
import { addFilter, open, openAsNew, rowOf } from "../../harness/browser/staff-lists.ts";

const PATH = "/admin/audit";

test("the audit log shows who did what from which address, and only the changed fields", async ({ page }) => {
  const other = await addStaff("admin", "audited");
  const own = await openAsNew(page, PATH);
  const role = await page.request.put(`/api/admin/users/${other.username}`, {
    data: { role: "super_admin" },
  });
  expect(role.status()).toBe(200);
  await (await addFilter(page, "Actor")).fill(own.username);
  await (await addFilter(page, "Action")).fill("admin.users");
  const row = rowOf(page, "admin.users.update");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(own.username);
  await expect(row).toContainText(/127\.0\.0\.1|::1/);
  await expect(row.locator("del")).toHaveText("before admin");
  await expect(row.locator("ins")).toHaveText("after super_admin");
  await expect(page).toHaveURL(/actor=.*action=|action=.*actor=/);
  await page.reload();
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`${own.username} updated the account of ${other.username}`);
});

test("the audit log is searched by any words, and leads to the history of a record and the acts of a person", async ({
  page,
}) => {
  const other = await addStaff("admin", "searched");
  const own = await openAsNew(page, PATH);
  await page.request.put(`/api/admin/users/${other.username}`, { data: { role: "super_admin" } });
  await page.getByRole("searchbox", { name: "Search words, ids or a day" }).fill(`updated ${other.username}`);
  await expect(page).toHaveURL(/q=/);
  const row = rowOf(page, "admin.users.update");
  await expect(row).toHaveCount(1);
  await row.getByRole("link", { name: "History" }).click();
  await expect(rowOf(page, "admin.users.create")).toHaveCount(1); // the rows of the search are gone
  await expect(rowOf(page, "admin.users.create")).toContainText(`added the account of ${other.username}`);
  await rowOf(page, "admin.users.update").getByRole("link", { name: own.username }).click();
  await expect(page).toHaveURL(/actor=/);
  await expect(rowOf(page, "admin.session.login").first()).toContainText(`${own.username} signed in`);
});

test("the audit log starts at the day in the URL", async ({ page }) => {
  const own = await openAsNew(page, `${PATH}?since=2999-01-01`);
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(rowOf(page, own.username).first()).toContainText("admin.session.login");
});

test("a day can be typed into the audit filter", async ({ page }) => {
  await open(page, PATH);
  await (await addFilter(page, "Since")).pressSequentially("01312026", { delay: 60 });
  await expect(page).toHaveURL(/since=2026-01-31/);
  await expect(page.getByLabel("Since", { exact: true })).toHaveValue("2026-01-31");
});

test("the audit log accepts any text in its URL", async ({ page }) => {
  await open(page, `${PATH}?since=yesterday&depth=x&cursor=5&action=123`);
  await expect(page.getByText("Nothing matches")).toBeVisible();
});

test("the audit log is well formed and has no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await open(page, PATH);
  await expect(page.getByRole("table")).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Audit · /);
    await expectAccessible(page);
  });
});
