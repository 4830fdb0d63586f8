import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { postAsStaff } from "../../../harness/browser/staff.ts";
import { list, open, someName, toast } from "../../../harness/browser/staff-lists.ts";

test.use({ expectedInConsole: /status of 404/ }); // a place that was deleted or merged

const add = async (name: string) => {
  const place = { name, address: someName("Pine"), city: "Saginaw", state: "MI", category: "restaurant" };
  return (await postAsStaff("/api/admin/pois", place)) as { id: string };
};

test("an admin deletes a place, restores it by Undo and from its address, and merges any other into it", async ({
  page,
}) => {
  const [name, other] = [someName("Qamar"), someName("Badr")];
  const [{ id }, { id: otherId }] = [await add(name), await add(other)];
  const record = page.getByRole("heading", { level: 1, name, exact: true });
  const remove = async () => {
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Delete place" });
    await expect(question).toContainText("It stays in Trash for 30 days.");
    await question.getByRole("button", { name: "Delete" }).click();
  };
  await open(page, `/admin/places?place=${id}`, "admin");
  await remove();
  await expect(toast(page)).toContainText("Place deleted");
  await expect(page.getByRole("heading", { name: "Directory" })).toBeVisible();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("Place restored");
  await expect(record).toBeVisible();
  await remove();
  await expect(toast(page)).toContainText("Place deleted");
  await page.goto(`/admin/places?place=${id}`);
  await expect(page.getByText(`${name} is in the trash`)).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Places · /);
    await expectAccessible(page);
  });
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(toast(page)).toContainText("Place restored");
  await expect(record).toBeVisible();

  await page.getByRole("button", { name: "Merge with another place" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge places" });
  await dialog.getByRole("searchbox").fill(otherId);
  await dialog.getByRole("button", { name: `Choose ${other}` }).click();
  await expect(dialog).toContainText(`the page of ${other} leads to it`);
  await page.keyboard.press("Escape"); // one step back
  await expect(dialog.getByRole("searchbox")).toHaveValue(otherId);
  await dialog.getByRole("button", { name: `Choose ${other}` }).click();
  await dialog.getByRole("button", { name: "Choose another place" }).click();
  await dialog.getByRole("searchbox").fill(other);
  await expect(dialog.getByRole("button", { name: `Choose ${other}` })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await dialog.getByRole("button", { name: `Choose ${other}` }).click();
  await expect(dialog).toContainText(`${name} is found by both names`);
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(list(page, "Merges")).toContainText(`${other} was merged into ${name}`);

  await page.goto(`/admin/places?place=${otherId}`);
  await expect(page.getByText(`${other} was merged into ${name}`)).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Places · /);
    await expectAccessible(page);
  });
  await expect(page.getByRole("link", { name: `Open ${name}` })).toBeVisible();
  await page.getByRole("button", { name: "Undo merge" }).click();
  await expect(toast(page)).toContainText("Merge undone");
  await expect(page.getByRole("heading", { level: 1, name: other, exact: true })).toBeVisible();
});
