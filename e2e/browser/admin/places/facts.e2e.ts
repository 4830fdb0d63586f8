import { importPlaces } from "../../../harness/browser/places.ts";
import { atEverySize, expect, expectAccessible, test } from "../../../harness/browser/screen.ts";
import { list, open, rowOf, someName, toast } from "../../../harness/browser/staff-lists.ts";

test.use({ expectedInConsole: /status of 409/ }); // the edit conflict

test("facts that someone else has changed since are shown next to what was typed, and nothing is lost", async ({
  page,
}) => {
  const name = someName("Saffron");
  await importPlaces([{ name, at: [-83.2, 42.3] }]);
  await open(page, `/admin/places?q=${encodeURIComponent(name)}`, "admin");
  await rowOf(page, name).getByRole("link", { name }).click();
  const facts = list(page, "Hours and facts");
  await facts.getByRole("button", { name: "Record facts" }).click();
  const dialog = page.getByRole("dialog", { name: "Hours and details" });
  await dialog.getByLabel("Parking", { exact: true }).selectOption("There is parking");
  await dialog.getByLabel("More about parking").fill("Garage on Elm Street");
  const id = new URL(page.url()).searchParams.get("place");
  const theirs = await page.request.put(`/api/admin/pois/${id}/facts`, {
    data: { parking: "Lot in the back" },
  });
  expect(theirs.status()).toBe(200);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("heading", { name: "Someone else has changed this place" })).toBeFocused();
  const compared = dialog.getByRole("row", { name: /^Parking/ });
  await expect(compared).toContainText("Lot in the back");
  await expect(compared).toContainText("Garage on Elm Street");
  await atEverySize(page, () => expectAccessible(page));
  await dialog.getByRole("button", { name: "Send mine" }).click();
  await expect(toast(page)).toContainText("Saved");
  await expect(facts).toContainText("Garage on Elm Street");
});
