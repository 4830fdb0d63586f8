import type { Page } from "@playwright/test";
import {
  asStaff,
  claim,
  dialog,
  freshPlace,
  idOf,
  inDialog,
  partnerIn,
  press,
} from "../../harness/browser/partner.ts";
import { atEverySize, expect, expectAccessible, PHONE, test } from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 400/ });

const save = (page: Page) => dialog(page).getByRole("button", { name: "Save" }).click();
const edit = async (page: Page) => {
  await press(page, /^Hours and details/);
  await expect(dialog(page).getByText("Opening hours", { exact: true })).toBeVisible();
};

test("an owner writes hours and details, corrects an error, and finds them again after a reload and on the page", async ({
  page,
}) => {
  await partnerIn(page.context());
  const place = await freshPlace();
  const id = await idOf(page.context(), place);
  await asStaff(`/api/reviews/claims/${await claim(page.context(), place)}`, { decision: "approved" });
  await asStaff(`/api/admin/pois/${id}/facts`, { alcohol: true });
  await page.goto("/partner?tab=pois");
  await edit(page);
  await expect(dialog(page)).toContainText("Our staff recorded: Alcohol is served here");
  await expect(inDialog(page, "Jumu'ah")).toHaveCount(0);

  await expect(inDialog(page, "Tuesday").locator("option:checked")).toHaveText("Unknown");
  await inDialog(page, "Monday").selectOption("Open");
  await expect(inDialog(page, "Tuesday").locator("option:checked")).toHaveText("Closed");
  for (const day of ["Tuesday", "Wednesday", "Thursday"]) {
    const [field, copy] = [
      inDialog(page, day),
      dialog(page).getByRole("button", { name: `${day}: same as` }),
    ];
    const [left, right] = [await field.boundingBox(), await copy.boundingBox()];
    expect(Math.abs((left?.y ?? 0) - (right?.y ?? 99))).toBeLessThan(20); // in one line, also on a phone
  }
  await inDialog(page, "Monday opens").fill("11:00");
  await inDialog(page, "Alcohol").selectOption("No alcohol on the premises");
  await inDialog(page, "Parking").selectOption("There is parking");
  await inDialog(page, "More about parking").fill("Behind the house");
  await save(page);
  await expect(dialog(page).getByRole("alert")).toHaveText(
    "Hours on Monday must be times such as 11:00-22:00",
  );
  await expect(inDialog(page, "Monday opens")).toHaveValue("11:00");
  await inDialog(page, "Monday closes").fill("22:00");
  await press(page, "Copy to all");
  await inDialog(page, "Friday opens").fill("14:00");
  await press(page, "Add hours on Friday");
  await inDialog(page, "Friday opens, time 2").fill("23:00");
  await inDialog(page, "Friday closes, time 2").fill("02:00");
  await press(page, "Saturday: same as Fri");
  await inDialog(page, "Sunday").selectOption("Closed");
  await dialog(page).getByText("Hours during Ramadan").click();
  await atEverySize(page, () => expectAccessible(page));
  await save(page);
  await expect(toast(page)).toContainText("Saved");
  await expect(dialog(page)).toHaveCount(0);

  await page.reload();
  await edit(page);
  await expect(inDialog(page, "Tuesday closes")).toHaveValue("22:00");
  await expect(inDialog(page, "Saturday closes, time 2")).toHaveValue("02:00");
  await expect(inDialog(page, "Sunday")).toHaveValue("usual");
  await expect(inDialog(page, "More about parking")).toHaveValue("Behind the house");
  await inDialog(page, "Sunday").selectOption("Open"); // the hours alone
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(inDialog(page, "Sunday").locator("option:checked")).toHaveText("Open");

  await page.goto(`/places/${id}`);
  await expect(page.getByRole("table", { name: "Opening hours" })).toContainText(
    "2 PM to 10 PM, 11 PM to 2 AM",
  );
  await expect(page.getByText("Behind the house")).toBeVisible();
  await expect(page.getByText("Alcohol is served here")).toBeVisible(); // staff count more than the owner
  await atEverySize(page, () => expectAccessible(page));
});
