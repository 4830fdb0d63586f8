import { staffApi } from "../../../harness/browser/evidence.ts";
import { takeIn } from "../../../harness/browser/intakes.ts";
import { atEverySize, expect, expectGoodScreen, test } from "../../../harness/browser/screen.ts";
import { openAsNew, someName } from "../../../harness/browser/staff-lists.ts";

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
  await api.put("/api/admin/intakes/floors", { data: { source: "osm", floor: 0.5 } });
  expect(await isFound()).toBe(false);

  await openAsNew(page, `/admin/places?q=${encodeURIComponent(name)}`, "admin");
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
