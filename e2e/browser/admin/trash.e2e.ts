import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../harness/browser/screen.ts";
import {
  act,
  addFilter,
  addressOf,
  join,
  list,
  open,
  rowOf,
  someName,
  toast,
} from "../../harness/browser/staff-lists.ts";

test.use({ expectedInConsole: /status of 409/ }); // the refused restoration

const PATH = "/admin/trash";

test("a deleted signup comes back by Undo, and later from the trash", async ({ page }) => {
  const name = someName("Hafsa");
  await join(page, name);
  await open(page, `/admin/waitlist?q="${addressOf(name)}"`);
  await act(page, name, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(toast(page)).toContainText("Signup deleted");
  await expect(page.getByText("No signup matches")).toBeVisible();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("Signup restored");
  await expect(rowOf(page, name)).toBeVisible();
  await act(page, name, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(toast(page)).toContainText("Signup deleted");

  await page.goto(PATH);
  const trash = list(page, "Trash");
  await trash.getByRole("searchbox", { name: "Search name or email" }).fill(addressOf(name));
  await (await addFilter(page, "Kind", trash)).selectOption("Signup");
  await expect(trash.getByRole("row")).toHaveCount(2);
  await expect(rowOf(page, name)).toContainText(addressOf(name));
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Trash · /);
    await expectAccessible(page);
  });
  await page.reload();
  await act(page, name, "Restore");
  await expect(toast(page)).toContainText("Signup restored");
  await expect(page.getByText("Nothing in the trash matches")).toBeVisible();
});

test("a partner manager restores a deleted partner, and is told why where that is not possible", async ({
  page,
}) => {
  const name = someName("Zaytuna");
  await open(page, "/partner-manager", "partner_manager");
  const data = {
    email: addressOf(name),
    password: "a long enough passphrase",
    businessName: name,
    contactName: "M",
  };
  const add = () => page.request.post("/api/partner-manager/partners", { data });
  expect((await add()).status()).toBe(201);
  await page.goto(`/partner-manager?q="${addressOf(name)}"`);
  page.on("dialog", (dialog) => void dialog.accept());
  await act(page, name, "Delete");
  await expect(toast(page)).toContainText("Partner Deleted");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("The password works again. All sessions stay ended.");
  await expect(rowOf(page, name)).toBeVisible();
  await act(page, name, "Delete");
  await expect(toast(page)).toContainText("Partner Deleted");
  expect((await add()).status()).toBe(201);
  await page.goto(`${PATH}?q="${addressOf(name)}"`);
  await act(page, name, "Restore");
  await expect(toast(page)).toContainText("409: An account with this email already exists");
  await expect(rowOf(page, name)).toBeVisible();
});
