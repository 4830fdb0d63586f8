import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { act, list, open, rowOf, someName, toast } from "../../../harness/browser/staff-lists.ts";

test.use({ expectedInConsole: /status of 409/ }); // the edit conflict

const PATH = "/admin/issuers";

test("an admin keeps the register of issuers, and sees both versions where someone else was quicker", async ({
  page,
}) => {
  const name = someName("Halal Board");
  await open(page, PATH, "admin");
  const register = list(page, "Register");
  await register.getByRole("button", { name: "Add issuer" }).first().click();
  const add = page.getByRole("dialog", { name: "Add issuer" });
  await add.getByRole("button", { name: "Add issuer" }).click();
  await expect(add.getByLabel("Name")).toHaveAccessibleDescription("Name is required");
  await add.getByLabel("Name").fill(name);
  await add.getByLabel("Country").selectOption("Canada");
  await add.getByLabel("Published email address").fill("not an address");
  await add.getByRole("button", { name: "Add issuer" }).click();
  await expect(add.getByLabel("Published email address")).toHaveAccessibleDescription(/valid email address/);
  await add.getByLabel("Published email address").fill("");
  await add.getByRole("button", { name: "Add issuer" }).click();
  await expect(toast(page)).toContainText("Issuer added");
  await register.getByRole("searchbox", { name: "Search by name" }).fill(name.toUpperCase());
  await expect(register.getByRole("row")).toHaveCount(2);
  for (const text of ["Canada", "Look-up needed"]) await expect(rowOf(page, name)).toContainText(text);
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Issuers · /);
    await expectAccessible(page);
  });

  await act(page, name, "Edit");
  const edit = page.getByRole("dialog", { name: "Edit issuer" });
  await edit.getByLabel("Published email address").fill("office@board.example");
  const found = (await (await page.request.get("/api/admin/issuers", { params: { q: name } })).json()) as {
    id: string;
  }[];
  const data = { name, country: "CA", site: "theirs.example" };
  expect((await page.request.put(`/api/admin/issuers/${found[0]?.id}`, { data })).status()).toBe(200);
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit.getByRole("row", { name: "Website" })).toContainText("https://theirs.example");
  await edit.getByRole("button", { name: "Send mine" }).click();
  await expect(toast(page)).toContainText("Issuer saved");
  await expect(rowOf(page, name)).toContainText("office@board.example");
});

test("a partner manager reads the register of issuers and cannot change it", async ({ page }) => {
  await open(page, PATH, "partner_manager");
  await expect(list(page, "Register").getByRole("searchbox")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add issuer" })).toHaveCount(0);
});
