import { geojsonOf } from "../../../harness/browser/intakes.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectGoodScreen,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { openAsNew, someName, toast } from "../../../harness/browser/staff-lists.ts";

const PATH = "/admin/intakes";
const CITY = "Marquette";

test.describe("a city that no one knows", () => {
  test.use({ expectedInConsole: /400 \(Bad Request\)/ });

  test("a file is planned, applied and undone on one screen, and what cannot be read says why", async ({
    page,
  }) => {
    const names = [1, 2].map((n) => someName(`Harbor Grill ${n}`));
    const places = names.map((name, n) => ({ name, address: `${n + 1} Front St`, city: CITY }));
    const file = geojsonOf([...places, { name: "", address: "", city: CITY }]);
    await openAsNew(page, PATH, "admin");
    await expect(page.getByRole("region", { name: "Source accuracy" })).toBeVisible();
    await expectGoodScreen(page, /^Intakes · /);
    await page.getByRole("button", { name: "Upload a file" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Upload a file of places" });
    await dialog.getByRole("button", { name: "Preview changes" }).click();
    await expect(dialog.getByText("Choose a file", { exact: true }).last()).toBeVisible();
    await expect(dialog.getByLabel("Source")).toHaveAccessibleDescription("Choose a source");
    await dialog.getByLabel("Source").selectOption("osm");
    await dialog.getByLabel("Release").fill("2026-11");
    await dialog.getByLabel("Only this city").fill("Nowhere at all");
    const chosen = { name: "marquette.geojson", mimeType: "application/json", buffer: Buffer.from(file) };
    await dialog.locator("input[type=file]").setInputFiles(chosen);
    await dialog.getByRole("button", { name: "Preview changes" }).click();
    await expect(
      dialog.getByText("This city is not known. Add its state, such as Dearborn, MI"),
    ).toBeVisible();
    await atEverySize(page, () => expectAccessible(page));
    await dialog.getByLabel("Only this city").fill(`${CITY}, MI`);
    await dialog.locator("input[type=file]").setInputFiles({ ...chosen, buffer: Buffer.from("{") });
    await dialog.getByRole("button", { name: "Preview changes" }).click();
    await expect(dialog.locator(".field-error")).toHaveText(/^[A-Z]/); // without the status
    await dialog.locator("input[type=file]").setInputFiles(chosen);
    await dialog.getByRole("button", { name: "Preview changes" }).dblclick();

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("OpenStreetMap, 2026-11");
    await expect(
      page.getByText("2 new places. Nothing that an owner or our team entered is overwritten."),
    ).toBeVisible();
    for (const name of names) await expect(page.getByRole("row", { name })).toBeVisible();
    await atEverySize(page, async () => {
      await expectWellFormed(page, /OpenStreetMap, 2026-11/);
      await expectAccessible(page);
    });
    await page.getByRole("tab", { name: /^Refused/ }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download with the reasons" }).click();
    expect((await download).suggestedFilename()).toBe("marquette.geojson-refused.csv");

    await page.getByRole("button", { name: "Apply" }).dblclick();
    await expect(toast(page)).toContainText("Intake applied");
    await expect(
      page
        .getByText(/applied Nov/)
        .or(page.getByText("Applied", { exact: true }))
        .first(),
    ).toBeVisible();
    await page.getByRole("tab", { name: /^New/ }).click();
    await expect(page.getByRole("row", { name: names[0] ?? "" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    const question = page.getByRole("dialog", { name: "Undo this intake" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Undo" }).click();
    await expect(toast(page)).toContainText("Intake undone");
    await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
    await page.getByRole("link", { name: "All intakes" }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("row", { name: /OpenStreetMap 2026-11/ }).first()).toContainText(
      "2 new, 1 refused",
    );
    const undone = page.getByRole("row", { name: "OpenStreetMap" }).filter({ hasText: "Undone" });
    await expect(undone.first()).toBeVisible();
  });
});

test("the columns of a table are shown and corrected before it is compared", async ({ page }) => {
  const name = someName("Copper House");
  const csv = `Venue,Where,Town,ST\n${name},5 Quincy St,Houghton,MI\n`;
  await openAsNew(page, PATH, "admin");
  await page.getByRole("button", { name: "Upload a file" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Upload a file of places" });
  await dialog.getByLabel("Source").selectOption("csv");
  await dialog.getByLabel("Only this city").fill("Houghton, MI");
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "copper.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await dialog.getByLabel("Venue", { exact: true }).selectOption({ label: "Name" });
  await dialog.getByLabel("Where", { exact: true }).selectOption({ label: "Address" });
  await dialog.getByLabel("Town", { exact: true }).selectOption({ label: "City" });
  await dialog.getByLabel("ST", { exact: true }).selectOption({ label: "State or province" });
  await atEverySize(page, () => expectAccessible(page));
  await dialog.getByLabel("Category of all rows").fill("restaurant");
  await dialog.getByRole("button", { name: "Use these columns" }).click();
  await expect(page.getByRole("row", { name })).toContainText("Restaurant");
});

test("a floor keeps a source out, and is refused at its field for what is no percentage", async ({
  page,
}) => {
  await openAsNew(page, PATH, "admin");
  const form = page.getByRole("form", { name: "Minimum accuracy of a source" });
  await form.getByLabel("Source").selectOption("alltheplaces");
  await form.getByLabel("Minimum accuracy (%)").fill("a lot");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("This must be a number from 0 to 100")).toBeVisible();
  await form.getByLabel("Minimum accuracy (%)").fill("85");
  await form.getByRole("button", { name: "Save" }).dblclick();
  await expect(toast(page)).toContainText("0 places of All The Places hidden from search");
  await expect(form).toContainText(/Set: .*All The Places 85%/);
  await form.getByLabel("Source").selectOption("alltheplaces");
  await form.getByLabel("Minimum accuracy (%)").fill("0");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page)).toContainText("All The Places is never hidden from search");
});
