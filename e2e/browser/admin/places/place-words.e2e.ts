import type { StaffPlaceDetail } from "../../../../src/modules/places/staff-list/schema.ts";
import { editAnswer } from "../../../harness/browser/edit-response.ts";
import { importPlaces } from "../../../harness/browser/places.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { apiOfOther, postAsStaff } from "../../../harness/browser/staff.ts";
import { list, open, someName, toast } from "../../../harness/browser/staff-lists.ts";

const LATER = { by: "file", source: "osm", release: "2026-11", at: "2099-01-02T15:00:00Z" } as const;

test("the record says who said each field, and staff take a source's later value or keep theirs", async ({
  page,
}) => {
  const place = { name: someName("Word"), category: "restaurant", phone: "3135550100" };
  const at = { address: "1 Main Street", city: "Dearborn", state: "MI", zipCode: "48126" };
  const { id } = (await postAsStaff("/api/admin/pois", { ...place, ...at })) as { id: string };
  const values = [
    { field: "phone", value: "(313) 555-0199" },
    { field: "address", value: "11 Main Street" },
    { field: "latitude", value: 42.32 },
    { field: "longitude", value: -83.18 },
  ] as const;
  const waiting = new Set<string>(values.map(({ field }) => field));
  await editAnswer<StaffPlaceDetail>(page, "admin.pois.get", (shown) => ({
    ...shown,
    proposed: values.filter(({ field }) => waiting.has(field)).map((each) => ({ ...each, ...LATER })),
  }));
  await open(page, `/admin/places?place=${id}`, "admin");
  const details = list(page, "Details");
  await expect(details.getByText(/^Our team, \w+ \d+, \d{4}$/)).toHaveCount(4); // name, address, category, phone
  await expect(details.getByText("11 Main Street")).toBeVisible();
  await expect(details.getByText("OpenStreetMap (2026-11), Jan 2, 2099")).toHaveCount(3);
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Word \S+ · /);
    await expectAccessible(page);
  });

  await details.getByRole("button", { name: "Use this: Phone (313) 555-0199" }).click();
  waiting.delete("phone");
  await expect(toast(page)).toContainText("Phone changed");
  await expect(details.getByRole("button", { name: "Use this: Phone" })).toHaveCount(0);
  await expect(details).toContainText("(313) 555-0199");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("Changed back");
  await expect(details).toContainText("(313) 555-0100");

  await details.getByRole("button", { name: "Keep ours: Address" }).click();
  waiting.delete("address");
  await expect(toast(page)).toContainText("Address kept");
  await expect(details.getByRole("button", { name: "Keep ours: Address" })).toHaveCount(0);

  await details.getByRole("button", { name: "Use this: Coordinates 42.32, -83.18" }).click();
  for (const field of ["latitude", "longitude"]) waiting.delete(field);
  await expect(toast(page)).toContainText("Coordinates changed");
  const stored = await (await apiOfOther("admin")).get(`/api/admin/pois/${id}`);
  expect(await stored.json()).toMatchObject({ latitude: 42.32, longitude: -83.18, phone: "(313) 555-0100" });
});

test("a partner manager reads what a source proposes, and a place of a file says of which", async ({
  page,
}) => {
  const name = someName("Read");
  await importPlaces([{ name }]);
  const listed = await (await apiOfOther("admin")).get(`/api/admin/pois?q=${encodeURIComponent(name)}`);
  const [found] = (await listed.json()) as { id: string }[];
  await editAnswer<StaffPlaceDetail>(page, "admin.pois.get", (shown) => ({
    ...shown,
    proposed: [{ field: "phone", value: "(313) 555-0199", ...LATER }],
  }));
  await open(page, `/admin/places?place=${found?.id}`, "partner_manager");
  await expect(list(page, "Details")).toContainText("(313) 555-0199OpenStreetMap (2026-11), Jan 2, 2099");
  await expect(list(page, "Details")).toContainText("A list shared with our team");
  await expect(list(page, "Details").getByRole("button")).toHaveCount(0);
});
