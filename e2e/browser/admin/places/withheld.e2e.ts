import { staffApi } from "../../../harness/browser/evidence.ts";
import { takeIn } from "../../../harness/browser/intakes.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectGoodScreen,
  test,
} from "../../../harness/browser/screen.ts";
import { openAsNew, someName, toast } from "../../../harness/browser/staff-lists.ts";

const CITY = "Alpena";
const NEEDED = 20; // checked places, from which on a floor counts

test("a place that only a source below its floor names is in no search, says so to staff, and comes back with their edit", async ({
  page,
}) => {
  const names = Array.from({ length: NEEDED }, (_, n) => someName(`Huron Table ${n}`));
  const places = names.map((name, n) => ({ name, address: `${n + 1} Chisholm St`, city: CITY }));
  await takeIn("osm", CITY, places);
  const api = await staffApi();
  const name = names[0] ?? "";
  const isFound = async (): Promise<boolean> => {
    const answer = await api.get(`/api/places?q=${encodeURIComponent(name)}`);
    return (await answer.json()).some((each: { name: string }) => each.name === name);
  };
  expect(await isFound()).toBe(true);
  const samples = await (await api.get(`/api/reviews/samples?city=${CITY},+MI&limit=500`)).json();
  for (const { id } of samples) await api.post(`/api/reviews/samples/${id}`, { data: { right: false } });
  await openAsNew(page, "/admin/intakes", "admin");
  const form = page.getByRole("form", { name: "Minimum accuracy of a source" });
  await form.getByLabel("Source").selectOption("osm");
  await form.getByLabel("Minimum accuracy (%)").fill("50");
  await form.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Hide places from the public search" });
  await expect(dialog).toContainText("20 places that only OpenStreetMap lists will be hidden");
  await atEverySize(page, () => expectAccessible(page));
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await isFound()).toBe(true);
  await form.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Hide" }).click();
  await expect(toast(page)).toContainText("20 places of OpenStreetMap hidden from search");
  expect(await isFound()).toBe(false);

  await page.goto(`/admin/places?q=${encodeURIComponent(name)}`);
  const row = page.getByRole("row", { name });
  await atEverySize(page, () => expect(row.getByText("Not in search")).toBeVisible());
  await row.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("Its only source is wrong too often in this city.")).toBeVisible();
  await expectGoodScreen(page, new RegExp(name));
  const id = new URL(page.url()).searchParams.get("place");
  await api.put(`/api/admin/pois/${id}`, { data: { phone: "906-555-0199" } });
  expect(await isFound()).toBe(true);
  await api.put("/api/admin/intakes/floors", { data: { source: "osm", floor: 0 } });
});
