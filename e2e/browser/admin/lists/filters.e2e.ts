import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../../harness/browser/screen.ts";
import {
  addFilter,
  addInquiry,
  open,
  openAsNew,
  rowOf,
  someName,
  toast,
} from "../../../harness/browser/staff-lists.ts";

test("filters are chips: only those that are set are shown, each can be changed and removed, and Clear removes all", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await open(page, "/admin/places?category=restaurant&tier=verified");
  const chip = (label: string) => page.getByRole("button", { name: `Remove the filter ${label}` });
  await expect(page.getByLabel("Halal tier", { exact: true })).toHaveValue("verified");
  await expect(page.getByLabel("Owner", { exact: true })).toHaveCount(0);
  const owner = await addFilter(page, "Owner");
  await expect(owner).toBeFocused();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Places · /);
    await expectAccessible(page);
  });
  await chip("Halal tier").click();
  await expect(page).toHaveURL(/\/admin\/places\?category=restaurant$/);
  await expect(page.getByRole("button", { name: "+ Filter" })).toBeFocused();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/places$/);
  await expect(chip("Category")).toHaveCount(0);
  await expect(owner).toHaveCount(0);
});

test("a row of a list is one line of 41 px at 1440 px, and two lines at 390 px", async ({ page }) => {
  const name = someName("Line");
  await addInquiry(name, {
    contactName: "Amina Rahman",
    businessType: "grocery",
    city: "Dearborn",
    state: "MI",
  });
  await open(page, `/admin/inquiries?q=${encodeURIComponent(name)}`);
  const height = async () => (await rowOf(page, name).boundingBox())?.height ?? 0;
  await atEverySize(page, async ({ width }) => {
    await expect.poll(height).toBeLessThanOrEqual(width === PHONE.width ? 72 : 42);
  });
});

test("filters and the order are saved as a view for the team, applied from the menu, and deleted", async ({
  page,
}) => {
  const name = someName("Groceries");
  await open(page, "/admin/inquiries?type=grocery&sort=business&q=noor");
  const views = page.getByRole("button", { name: /^Views/ });
  const choose = async (item: string) => {
    await views.click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  await choose("Save as a view");
  const dialog = page.getByRole("dialog", { name: "Save as a view" });
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription("Name is required");
  await dialog.getByLabel("Name").fill(name);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(views).toHaveText(`Views: ${name}`);
  await open(page, "/admin/inquiries?answered=false", "admin");
  await choose(name);
  await expect(page).toHaveURL(/\/admin\/inquiries\?sort=business&type=grocery$/);
  await choose("Delete this view");
  await page.getByRole("dialog", { name: "Delete view" }).getByRole("button", { name: "Delete" }).click();
  await expect(toast(page)).toContainText("View deleted");
  await expect(views).toHaveText("Views");
});

test("columns are hidden and rows made compact, and the browser remembers both", async ({ page }) => {
  const name = someName("Look");
  await addInquiry(name, { businessType: "grocery" });
  await openAsNew(page, `/admin/inquiries?q=${encodeURIComponent(name)}`);
  const choose = async (item: string) => {
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  await choose("Hide Type");
  await choose("Compact rows");
  const type = page.getByRole("columnheader", { name: "Type" });
  await expect(type).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, name)).toBeVisible();
  await expect(type).toHaveCount(0);
  expect((await rowOf(page, name).boundingBox())?.height).toBeLessThan(36);
  await expectAccessible(page);
  await choose("Show Type");
  await expect(type).toBeVisible();
  await choose("Comfortable rows");
});
