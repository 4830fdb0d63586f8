import { readFile } from "node:fs/promises";
import { importFeatures } from "../../../harness/browser/operator.ts";
import { atEverySize, expect, expectAccessible, test } from "../../../harness/browser/screen.ts";
import { postAsStaff } from "../../../harness/browser/staff.ts";
import { list, open, someName, toast } from "../../../harness/browser/staff-lists.ts";

test.use({ expectedInConsole: /status of (400|409)/ }); // a file of another kind, and places that changed since

const HEADER = "name,address,city,state,category,phone";
const csv = (...lines: readonly string[]) => ({
  name: "places.csv",
  mimeType: "text/csv",
  buffer: Buffer.from([HEADER, ...lines].join("\n")),
});

test("an admin previews an import, sees what changed since, and imports what the preview shows", async ({
  page,
}) => {
  const [name, fresh] = [someName("Medina"), someName("Salsabil")];
  const [address, another] = [someName("Elm"), someName("Oak")];
  const listed = { name, address, city: "Flint", state: "MI", category: "restaurant" };
  const properties = { ...listed, phone: "8105550100" }; // of a file: what staff say is not overwritten by one
  await importFeatures([{ type: "Feature", geometry: null, properties }]);
  await open(page, "/admin/places", "admin");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import places" });
  const file = dialog.locator("input[type=file]");
  await file.setInputFiles({ ...csv(), buffer: Buffer.from("a,b\n1,2") });
  await expect(dialog).toContainText("No column was recognized as: name, address, city, state, category");

  await file.setInputFiles(
    csv(
      `${name},${address},Flint,MI,restaurant,8105550199`,
      `${fresh},${another},Flint,MI,restaurant,`,
      `${fresh} Bakery,${address},Flint,MI,grocery,`,
      `Nowhere,${another},Flint,XX,restaurant,`,
    ),
  );
  await expect(dialog).toContainText("4 lines read");
  await page.keyboard.press("Tab"); // the button that opened the file is gone
  await expect(dialog.locator("summary").first()).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await expect(dialog).toContainText("May be listed already: 1");
  await expect(dialog.getByRole("link", { name })).toBeVisible();
  await expect(dialog).toContainText("State must be the two letters");
  await dialog.getByText("Changed: 1").click();
  await expect(dialog).toContainText("(810) 555-0199");
  await dialog.getByText("New: 2").click();
  await atEverySize(page, () => expectAccessible(page));

  await postAsStaff("/api/admin/pois", { ...listed, name: fresh, address: another });
  await dialog.getByRole("button", { name: "Import 3 places" }).click();
  await expect(dialog).toContainText("The places have changed since the preview");
  await dialog.getByRole("button", { name: "Import 2 places" }).click();
  await expect(toast(page)).toContainText("1 place added, 1 changed, 1 line left out");
  await expect(dialog).toBeHidden();
  await page.getByRole("searchbox").fill(`${fresh} Bakery`);
  await expect(list(page, "Directory")).toContainText(`${fresh} Bakery`);
});

test("columns with names of their own are shown, corrected and remembered, and lines to mend are downloaded", async ({
  page,
}) => {
  const [name, column] = [someName("Hidaya"), someName("Bezeichnung")];
  const list = [
    `${column};Was;Wo;Stadt;Land;Notiz`,
    `${name};mosque;${someName("Fir")} 12;Flint;MI;x`,
    `${name} Two;mosque;;Flint;MI;y`,
  ].join("\n");
  const file = { name: "liste.csv", mimeType: "text/csv", buffer: Buffer.from(list) };
  await open(page, "/admin/places", "admin");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import places" });
  await dialog.locator("input[type=file]").setInputFiles(file);
  await expect(dialog.getByRole("alert")).toContainText("No column was recognized as");
  await dialog.getByRole("combobox", { name: "Wo", exact: true }).selectOption("Address");
  await dialog.getByRole("combobox", { name: column }).selectOption("Name");
  await dialog.getByRole("combobox", { name: "Notiz" }).selectOption("Ignore");
  await atEverySize(page, () => expectAccessible(page));
  await dialog.getByRole("button", { name: "Use these columns" }).click();
  await expect(dialog).toContainText("New: 1");
  await expect(dialog).toContainText("Line 3Address is required");
  await dialog.getByText("Columns: 5 taken, 1 not taken").click();
  await expect(dialog.getByRole("combobox", { name: "Stadt" })).toHaveValue("city");
  await atEverySize(page, () => expectAccessible(page));
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download these lines with the reasons" }).click();
  expect(await readFile(await (await saved).path(), "utf8")).toContain(
    `${name} Two;mosque;;Flint;MI;y;"Address is required"`,
  );
  await dialog.getByRole("button", { name: "Import 1 place" }).click();
  await expect(toast(page)).toContainText("1 place added");

  await page.getByRole("button", { name: "Import", exact: true }).click();
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByText("Columns: 5 taken, 1 not taken").click();
  await expect(dialog).toContainText("as with the last list like this");
});
