import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { postAsStaff } from "../../../harness/browser/staff.ts";
import { list, open, someName, toast } from "../../../harness/browser/staff-lists.ts";

test.use({ expectedInConsole: /status of (404|409)/ }); // a merged place, and one that is listed already

const PATH = "/admin/places";
/** Degrees, somewhere in Michigan: no other test's places are near. */
const SPOT = { latitude: 43 + Math.random(), longitude: -84 - Math.random() };

test("an admin adds a place, finds its twin on the map, merges the two, and undoes it", async ({ page }) => {
  const [name, address] = [someName("Zaytun"), someName("Elm")];
  const near = { address, city: "Lansing", state: "MI", category: "restaurant" };
  const twin = `${name} House`;
  await postAsStaff("/api/admin/pois", { ...near, ...SPOT, name: twin, latitude: SPOT.latitude + 0.001 });
  await open(page, PATH, "admin");
  await page.getByRole("button", { name: "Add place" }).click();
  const add = page.getByRole("dialog", { name: "Add place" });
  for (const [label, value] of [
    ["Name", name],
    ["Address", address],
    ["City", "Lansing"],
    ["State or province", "Michigan"],
    ["Latitude", String(SPOT.latitude)],
    ["Longitude", String(SPOT.longitude)],
  ] as const) {
    const field = add.getByLabel(label, { exact: true });
    if (label === "State or province")
      await field.selectOption({ label: value }).catch(() => field.fill("MI"));
    else await field.fill(value);
  }
  await add.getByRole("button", { name: "Add place" }).click();
  await expect(toast(page)).toContainText("Place added");
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();

  const around = list(page, "Neighbors");
  await expect(around).toContainText("111 m");
  await expect(around).toContainText("Looks alike");
  await expect(list(page, "History")).toContainText(`added ${name}`);
  await around.getByRole("button", { name: `Merge with ${twin}` }).click();
  const dialog = page.getByRole("dialog", { name: "Merge places" });
  await expect(dialog).toContainText(`${name} is found by both names`);
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: twin }).check();
  await expect(dialog).toContainText(`${twin} is found by both names`);
  await dialog.getByRole("radio", { name }).first().check();
  await expect(dialog).toContainText(`the page of ${twin} leads to it`);
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(toast(page)).toContainText("Places merged");
  await expect(list(page, "Merges")).toContainText(`${twin} was merged into ${name}`);
  await expect(around).toContainText("No other place is within 200 m");
  await expect(page.getByRole("heading", { name: "Neighbors" })).toBeFocused(); // the row is gone
  await atEverySize(page, async () => {
    await expectWellFormed(page, new RegExp(`^${name} · `));
    await expectAccessible(page);
  });

  await list(page, "Merges").getByRole("button", { name: "Undo merge" }).click();
  await expect(toast(page)).toContainText("Merge undone");
  await expect(around).toContainText(twin);
  await expect(list(page, "Merges")).toContainText("Undone by");
  await atEverySize(page, async () => {
    await expectWellFormed(page, new RegExp(`^${name} · `));
    await expectAccessible(page);
  });
  await page.getByRole("button", { name: "Mark as closed" }).click();
  await expect(toast(page)).toContainText("Place marked as closed");
  await expect(page.getByRole("button", { name: "Mark as open" })).toBeVisible();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Mark as closed" })).toBeVisible();
});
