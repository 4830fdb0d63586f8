import type { BrowserContext, Page } from "@playwright/test";
import {
  asStaff,
  claim,
  dialog,
  freshPlace,
  idOf,
  inDialog,
  type PlaceRow,
  partnerIn,
  press,
} from "../../harness/browser/partner.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 40[09]/ });

const MY_POIS = "/partner?tab=pois";
const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });
const wellFormed = (page: Page) =>
  atEverySize(page, async () => {
    await expectWellFormed(page, /^Partner Portal · /);
    await expectAccessible(page);
  });

/** A place of the partner that is signed in. */
async function ownPlace(context: BrowserContext): Promise<PlaceRow> {
  const place = await freshPlace();
  const id = await claim(context, place);
  await asStaff(`/api/reviews/claims/${id}`, { decision: "approved" });
  return place;
}

test("an owner changes phone and name, sees what is saved and what waits for staff, and releases the place", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const place = await ownPlace(context);
  const id = await idOf(context, place);
  const propose = (fields: object) =>
    context.request.post(`/partner/api/my-pois/${id}/proposals`, { data: { fields } });
  await page.goto(MY_POIS);
  const mine = card(page, place.name);

  await test.step("an error is shown at its field", async () => {
    await press(page, `Edit ${place.name}`);
    await expect(dialog(page)).toContainText("Shown at once");
    await expect(dialog(page)).toContainText("Our team checks this");
    await atEverySize(page, () => expectAccessible(page));
    await inDialog(page, "Name").fill("");
    await press(page, "Save");
    await expect(inDialog(page, "Name")).toHaveAccessibleDescription("Name is required");
    await inDialog(page, "Name").fill(place.name);
  });

  await test.step("the phone is saved and the name waits", async () => {
    await inDialog(page, "Phone").fill("313 555 0199");
    await inDialog(page, "Name").fill(`${place.name} and Bakery`);
    await press(page, "Save");
    await expect(toast(page)).toContainText(/Saved: phone\. Our team is checking: name\. We answer by /);
    await expect(mine).toContainText("(313) 555-0199");
    await expect(mine).toContainText(/Our team is checking your change\. We answer by .*Bakery/);
    await wellFormed(page);
  });

  await test.step("the owner takes the name back", async () => {
    await press(page, `Edit ${place.name}`);
    await expect(inDialog(page, "Name")).toHaveValue(`${place.name} and Bakery`);
    await inDialog(page, "Name").fill(place.name);
    await press(page, "Save");
    await expect(toast(page)).toContainText("Your change is withdrawn.");
    await expect(mine).not.toContainText("Bakery");
  });

  await test.step("what staff have changed since the form was opened is shown next to the owner's words", async () => {
    await press(page, `Edit ${place.name}`);
    await inDialog(page, "Name").fill(`${place.name} House`);
    await asStaff(`/api/admin/pois/${id}`, { name: `${place.name} Kitchen` });
    await press(page, "Save");
    await expect(
      dialog(page).getByRole("heading", { name: "Someone else has changed this place" }),
    ).toBeFocused();
    await expect(dialog(page).getByRole("row", { name: /^Name/ })).toHaveText(
      `Name${place.name} Kitchen${place.name} House`,
    );
    await atEverySize(page, () => expectAccessible(page));
    await press(page, "Send mine");
    await expect(toast(page).first()).toContainText("Our team is checking: name.");
    await expect(mine).toContainText(`${place.name} House`);
    await propose({ name: `${place.name} Kitchen` });
    await asStaff(`/api/admin/pois/${id}`, { name: place.name });
  });

  await test.step("an approved change is told, also without a note", async () => {
    const fields = { subcategory: "Bakery" };
    const sent = (await (await propose(fields)).json()) as { id: string };
    await asStaff(`/api/reviews/proposals/${sent.id}`, { decision: "approved" });
    await page.reload();
    await expect(mine).toContainText(/Your change was approved on .*Bakery/);
  });

  await test.step("the owner releases the place", async () => {
    await press(page, `More for ${place.name}`);
    await page.getByRole("menuitem", { name: "Release this place" }).click();
    await expect(dialog(page)).toContainText("You can no longer renew its tier");
    await atEverySize(page, () => expectAccessible(page));
    await press(page, "Release it");
    await expect(toast(page)).toContainText("is released");
    await expect(page.getByText("You don't have any claimed locations yet.")).toBeVisible();
    await expect(page.getByRole("tab", { name: /^My POIs/ })).toBeFocused();
  });
});
