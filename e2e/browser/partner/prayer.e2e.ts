import type { Page } from "@playwright/test";
import { asStaff, claim, dialog, inDialog, partnerIn, press } from "../../harness/browser/partner.ts";
import { importPlaces } from "../../harness/browser/places.ts";
import { atEverySize, expect, expectAccessible, PHONE, test } from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 409/ }); // an edit conflict

const FACTS = { jumuah: ["13:15"] };

/** A masjid of the signed-in partner, with a time of Friday among its facts. */
async function ownMasjid(page: Page): Promise<{ id: string; name: string }> {
  await partnerIn(page.context());
  const name = `Masjid ${crypto.randomUUID().slice(0, 8)}`;
  await importPlaces([{ name, category: "mosque", at: [-83.18, 42.32], facts: FACTS }]);
  const place = { name, address: "1 Main Street", city: "Dearborn", category: "mosque" };
  await asStaff(`/api/reviews/claims/${await claim(page.context(), place)}`, { decision: "approved" });
  const [own] = await (await page.request.get("/partner/api/my-pois")).json();
  return { id: own.id, name };
}

const openForm = async (page: Page) => {
  await press(page, /^Prayer times /);
  await expect(inDialog(page, "Fajr")).toBeVisible();
};
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save and confirm" }).click();

test("an owner says iqamah by rules and Friday prayers in two halls, plans a change, and the page shows them", async ({
  page,
}) => {
  const { id } = await ownMasjid(page);
  await page.goto("/partner");
  await openForm(page);
  await expect(inDialog(page, "Jumu'ah 1, time")).toHaveValue("13:15"); // of the facts
  await inDialog(page, "Dhuhr").selectOption("At a fixed time");
  await save(page);
  await expect(dialog(page).getByRole("alert")).toHaveText("Please say when: Dhuhr");
  await expect(inDialog(page, "Dhuhr: time")).toBeFocused();
  await inDialog(page, "Dhuhr: time").fill("13:30");
  await inDialog(page, "Fajr").selectOption("After the adhan");
  await inDialog(page, "Fajr: minutes after the adhan").fill("20");
  await inDialog(page, "Asr").selectOption("Rounded up");
  await inDialog(page, "Asr: rounded up to").selectOption("every 15 min");
  await press(page, "Change later: Dhuhr");
  await inDialog(page, "Dhuhr, later: time").fill("14:00");
  await inDialog(page, "Dhuhr, later: first day").fill("2090-03-12");
  await inDialog(page, "Jumu'ah 1, hall").fill("Main hall");
  await press(page, "Add a Jumu'ah");
  await inDialog(page, "Jumu'ah 2, time").fill("13:15");
  await inDialog(page, "Jumu'ah 2, hall").fill("Gym");
  await inDialog(page, "Jumu'ah 2, language").fill("English");
  await dialog(page).getByText("How the adhan is calculated").click();
  await inDialog(page, "School for Asr").selectOption("Hanafi");
  await atEverySize(page, () => expectAccessible(page));
  await save(page);
  await expect(toast(page)).toContainText("Prayer times saved");
  await expect(dialog(page)).toHaveCount(0);

  await page.reload();
  await openForm(page);
  await expect(inDialog(page, "Dhuhr, later: time")).toHaveValue("14:00");
  await expect(inDialog(page, "Fajr: minutes after the adhan")).toHaveValue("20");
  await expect(inDialog(page, "Jumu'ah 2, language")).toHaveValue("English");
  await press(page, "Remove: Dhuhr, later");
  await save(page);
  await expect(toast(page).last()).toContainText("Prayer times saved");

  await page.goto(`/places/${id}`);
  await expect(page.getByText("1:30 PM", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Iqamah: said by the masjid on/)).toBeVisible();
  await expect(page.getByText("Gym, English")).toBeVisible();
  await expect(page.getByText("Asr: Hanafi.")).toBeVisible();
  await expect(page.getByText("From March 12, 2090")).toHaveCount(0);
});

test("an owner who was slower than staff sees both versions, and copies the line for the own site", async ({
  page,
}) => {
  const { id, name } = await ownMasjid(page);
  await page.goto("/partner");
  await openForm(page);
  const rule = { prayer: "isha", rule: "20:00", from: "2020-01-01" };
  await asStaff(`/api/admin/pois/${id}/prayer`, { iqamah: [rule] });
  await inDialog(page, "Isha").selectOption("After the adhan");
  await save(page);
  await expect(
    dialog(page).getByRole("heading", { name: "Someone else has changed this place" }),
  ).toBeFocused();
  await expect(dialog(page)).toContainText("Isha at 8 PM, January 1, 2020");
  await expect(dialog(page)).toContainText("Isha 10 minutes after the adhan");
  await press(page, "Send mine");
  await expect(toast(page)).toContainText("Prayer times saved");

  await press(page, `More for ${name}`);
  await page.getByRole("menuitem", { name: "Prayer times elsewhere" }).click();
  await expect(dialog(page).locator("code").first()).toHaveText(
    new RegExp(`^<iframe src="http.*/places/${id}/frame" title="Prayer times of ${name}".*</iframe>$`),
  );
  await expect(dialog(page)).toContainText(`/places/${id}/screen`);
  await atEverySize(page, () => expectAccessible(page));
});
