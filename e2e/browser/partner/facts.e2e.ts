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

test.use({ viewport: PHONE, expectedInConsole: /status of 40[09]/ }); // a wrong time, and an edit conflict

const save = (page: Page) => dialog(page).getByRole("button", { name: "Save" }).click();
const openHours = async (page: Page) => {
  await press(page, /^Hours /);
  await expect(dialog(page).getByText("Opening hours", { exact: true })).toBeVisible();
};
const openEdit = async (page: Page) => {
  await press(page, /^Edit /);
  await expect(inDialog(page, "Alcohol")).toBeVisible();
};

async function ownPlace(page: Page): Promise<string> {
  await partnerIn(page.context());
  const place = await freshPlace();
  const id = await idOf(page.context(), place);
  await asStaff(`/api/reviews/claims/${await claim(page.context(), place)}`, { decision: "approved" });
  return id;
}

test("an owner writes the hours of a week, corrects an error, and finds them again after a reload and on the page", async ({
  page,
}) => {
  const id = await ownPlace(page);
  await page.goto("/partner");
  await openHours(page);
  await expect(inDialog(page, "Tuesday").locator("option:checked")).toHaveText("Not specified");
  await inDialog(page, "Monday").selectOption("Open");
  await expect(inDialog(page, "Tuesday").locator("option:checked")).toHaveText("Not specified");
  for (const day of ["Tuesday", "Wednesday", "Thursday"]) {
    const [field, copy] = [
      inDialog(page, day),
      dialog(page).getByRole("button", { name: `${day}: same as` }),
    ];
    const [left, right] = [await field.boundingBox(), await copy.boundingBox()];
    expect(Math.abs((left?.y ?? 0) - (right?.y ?? 99))).toBeLessThan(20); // in one line, also on a phone
  }
  await inDialog(page, "Monday opens").fill("11:00");
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
  await inDialog(page, "Thursday").selectOption("Not specified");
  await dialog(page).getByText("Hours during Ramadan").click();
  await atEverySize(page, () => expectAccessible(page));
  await save(page);
  await expect(toast(page)).toContainText("Saved");
  await expect(dialog(page)).toHaveCount(0);

  await page.reload();
  await openHours(page);
  await expect(inDialog(page, "Tuesday closes")).toHaveValue("22:00");
  await expect(inDialog(page, "Saturday closes, time 2")).toHaveValue("02:00");
  await expect(inDialog(page, "Sunday").locator("option:checked")).toHaveText("Closed");
  await expect(inDialog(page, "Thursday").locator("option:checked")).toHaveText("Not specified");
  await inDialog(page, "Sunday").selectOption("Open"); // the hours alone
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(inDialog(page, "Sunday").locator("option:checked")).toHaveText("Open");

  await page.goto(`/places/${id}`);
  const hours = page.getByRole("table", { name: "Opening hours" });
  await expect(hours).toContainText("2 PM to 10 PM, 11 PM to 2 AM");
  await expect(hours.getByRole("row", { name: "Thursday" })).toContainText("Not specified");
  await expect(hours.getByRole("row", { name: "Sunday" })).toContainText("Closed");
});

test("the dialog of the hours does not move while it closes", async ({ page }) => {
  await ownPlace(page);
  await page.goto("/partner?tab=pois");
  await openHours(page);
  await inDialog(page, "Monday").selectOption("Closed");
  await page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    const note = (entries: readonly PerformanceEntry[]) => {
      for (const { sources = [] } of entries as readonly { sources?: readonly { node?: Node }[] }[])
        for (const { node } of sources) if (node instanceof Element) moved.push(node.className);
    };
    new PerformanceObserver((list) => note(list.getEntries())).observe({ type: "layout-shift" });
  });
  await save(page);
  await expect(toast(page)).toContainText("Saved");
  await expect(dialog(page)).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, "moved"))).not.toContain("dialog");
});

test("an owner says the hours of a holiday and of both feasts, which the page shows", async ({ page }) => {
  const id = await ownPlace(page);
  await page.goto("/partner");
  await openHours(page);
  await dialog(page).getByText("Holidays and special days").click();
  await press(page, "Add a special day");
  await inDialog(page, "Special day 1, from").fill("2030-12-25");
  await inDialog(page, "Special day 1, until").fill("2030-12-24");
  await save(page);
  await expect(dialog(page).getByRole("alert")).toHaveText(
    "Special days must end after they begin, within a year",
  );
  await inDialog(page, "Special day 1, until").fill("2030-12-26");
  await press(page, "Add a special day");
  await press(page, "Remove: Special day 2");
  await dialog(page).getByText("Hours on Eid").click();
  await inDialog(page, "Eid al-Fitr").selectOption("Open");
  await inDialog(page, "Eid al-Fitr opens").fill("14:00");
  await inDialog(page, "Eid al-Fitr closes").fill("20:00");
  await inDialog(page, "Eid al-Adha").selectOption("Closed");
  await atEverySize(page, () => expectAccessible(page));
  await save(page);
  await expect(toast(page).last()).toContainText("Saved");
  await page.reload();
  await openHours(page);
  await expect(inDialog(page, "Special day 1, until")).toHaveValue("2030-12-26");
  await expect(inDialog(page, "Eid al-Fitr closes")).toHaveValue("20:00");
  await page.goto(`/places/${id}`);
  const apart = page.getByRole("table", { name: "Holidays and special days" });
  await expect(apart.getByRole("row")).toHaveText([
    /^Eid al-\w+, about .*(2 PM to 8 PM|Closed)$/,
    /^Eid al-\w+, about .*(2 PM to 8 PM|Closed)$/,
    "December 25, 2030 to December 26, 2030Closed",
  ]);
  await atEverySize(page, () => expectAccessible(page));
});

test("an owner edits what people ask about, where staff count more, and what is missing leads to its form", async ({
  page,
}) => {
  const id = await ownPlace(page);
  await asStaff(`/api/admin/pois/${id}/facts`, { alcohol: true });
  await page.goto("/partner");
  const mine = page.getByRole("article");
  await expect(mine).toContainText("2 of 8 details are filled in.");
  await mine.getByRole("button", { name: /^Add opening hours/ }).click();
  await expect(dialog(page)).toHaveAccessibleName("Hours");
  await page.keyboard.press("Escape");
  await openEdit(page);
  await expect(dialog(page)).toContainText("Our staff recorded: Alcohol is served here");
  await expect(inDialog(page, "Jumu'ah")).toHaveCount(0);
  await inDialog(page, "Alcohol").selectOption("No alcohol on the premises");
  await inDialog(page, "Parking").selectOption("There is parking");
  await inDialog(page, "More about parking").fill("Behind the house");
  await atEverySize(page, () => expectAccessible(page));
  await save(page);
  await expect(toast(page)).toContainText("Saved");
  await expect(mine).toContainText("3 of 8 details are filled in.");
  await openEdit(page);
  await expect(inDialog(page, "More about parking")).toHaveValue("Behind the house");
  await inDialog(page, "Prayer room").selectOption("There is a prayer room");
  await asStaff(`/api/admin/pois/${id}`, { subcategory: "Grill" });
  await inDialog(page, "Subcategory").fill("Bakery");
  await save(page); // the facts are saved, the subcategory has another value by now
  await expect(
    dialog(page).getByRole("heading", { name: "Someone else has changed this place" }),
  ).toBeFocused();
  await press(page, "Send mine");
  await expect(toast(page).first()).toContainText("Our team is checking: subcategory.");

  await page.goto(`/places/${id}`);
  await expect(page.getByText("Behind the house")).toBeVisible();
  await expect(page.getByText("There is a prayer room")).toBeVisible();
  await expect(page.getByText("Alcohol is served here")).toBeVisible(); // staff count more than the owner
});
