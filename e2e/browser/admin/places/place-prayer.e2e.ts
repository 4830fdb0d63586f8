import { atEverySize, expect, expectAccessible, PHONE, test } from "../../../harness/browser/screen.ts";
import { postAsStaff } from "../../../harness/browser/staff.ts";
import { list, open, someName, toast } from "../../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE });

test("staff record the prayer times of a masjid in its record, with who said them", async ({ page }) => {
  const place = {
    ...{ name: someName("Masjid"), category: "mosque" },
    ...{ address: "1 Main Street", city: "Dearborn", state: "MI" },
  };
  const { id } = (await postAsStaff("/api/admin/pois", place)) as { id: string };
  await open(page, `/admin/places?place=${id}`, "admin");
  const card = list(page, "Prayer times");
  await expect(card).toContainText("ISNA, North America");
  await card.getByRole("button", { name: "Edit prayer times" }).click();
  const form = page.getByRole("dialog", { name: "Prayer times" });
  await form.getByLabel("Maghrib", { exact: true }).selectOption("After the adhan");
  await form.getByLabel("Maghrib: minutes after the adhan").fill("5");
  await atEverySize(page, () => expectAccessible(page));
  await form.getByRole("button", { name: "Save and confirm" }).click();
  await expect(toast(page)).toContainText("Prayer times saved");
  await expect(card).toContainText("5 minutes after the adhan, from");
  await expect(card).toContainText("said by the staff on");
  await atEverySize(page, () => expectAccessible(page));
});
