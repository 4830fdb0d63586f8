import type { Page } from "@playwright/test";
import { asStaff } from "../../../harness/browser/partner.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../../harness/browser/screen.ts";
import { postAsStaff } from "../../../harness/browser/staff.ts";
import { list, open, someName, toast } from "../../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of (400|409)/ }); // a wrong time, and an edit conflict

const facts = (page: Page) => list(page, "Hours and facts");
const form = (page: Page) => page.getByRole("dialog", { name: "Hours and details" });
const save = (page: Page) => form(page).getByRole("button", { name: "Save" }).click();

async function addedPlace(): Promise<string> {
  const place = {
    ...{ name: someName("Zaytun"), category: "restaurant" },
    ...{ address: "1 Main Street", city: "Dearborn", state: "MI" },
  };
  return ((await postAsStaff("/api/admin/pois", place)) as { id: string }).id;
}

async function edit(page: Page): Promise<void> {
  await facts(page).getByRole("button", { name: "Record facts" }).click();
  await expect(form(page).getByText("Opening hours", { exact: true })).toBeVisible();
}

test("staff add facts about a place, correct them, and see both versions where someone else was quicker", async ({
  page,
}) => {
  const id = await addedPlace();
  await open(page, `/admin/places?place=${id}`, "admin");
  await expect(facts(page)).toContainText("Nothing is known yet.");

  await test.step("a wrong time is refused at its field, and what was typed stays", async () => {
    await edit(page);
    await form(page).getByLabel("Monday", { exact: true }).selectOption("Open");
    await form(page).getByLabel("Monday opens").fill("11:00");
    await form(page).getByLabel("Alcohol").selectOption("No alcohol on the premises");
    await save(page);
    await expect(form(page).getByRole("alert")).toHaveText(
      "Hours on Monday must be times such as 11:00-22:00",
    );
    await atEverySize(page, () => expectAccessible(page));
    await form(page).getByLabel("Monday closes").fill("22:00");
    await save(page);
    await expect(toast(page)).toContainText("Saved");
    await expect(facts(page)).toContainText("No alcohol on the premises");
    await expect(facts(page).getByRole("button", { name: "Record facts" })).toBeFocused();
  });

  await test.step("the form has what staff recorded, and a correction replaces it", async () => {
    await page.reload();
    await edit(page);
    await expect(form(page).getByLabel("Monday closes")).toHaveValue("22:00");
    await form(page).getByLabel("Alcohol").selectOption("Alcohol is served here");
    await save(page);
    await expect(facts(page)).toContainText("Alcohol is served here");
    await expect(facts(page)).not.toContainText("No alcohol on the premises");
    await atEverySize(page, async () => {
      await expectWellFormed(page, /^Zaytun \S+ · /);
      await expectAccessible(page);
    });
  });

  await test.step("what a super admin has recorded since is shown next to the own version, which can be sent", async () => {
    await edit(page);
    await form(page).getByLabel("Prayer room").selectOption("There is a prayer room");
    await asStaff(`/api/admin/pois/${id}/facts`, { prayerRoom: false, parking: true });
    await save(page);
    await expect(form(page).getByRole("heading", { name: /^Someone else has changed/ })).toBeFocused();
    const versions = form(page).getByRole("row", { name: "Prayer room" });
    await expect(versions).toContainText("No prayer roomThere is a prayer room");
    await atEverySize(page, () => expectAccessible(page));
    await form(page).getByRole("button", { name: "Send mine" }).click();
    await expect(toast(page)).toContainText("Saved");
    await expect(facts(page)).toContainText("There is a prayer room");
  });
});
