import { asStaff, claim, freshPlace, idOf, partnerIn } from "../../harness/browser/partner.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE });

test("an owner names where the meat comes from, and the page of the place says it until it is removed", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const place = await freshPlace();
  const poiId = await idOf(context, place);
  const claimId = await claim(context, place);
  await asStaff(`/api/reviews/claims/${claimId}`, { decision: "approved", notes: "Yes" });
  await page.goto("/partner?tab=pois");
  const open = async () => {
    await page
      .getByRole("button", { name: /^More for/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Where the meat comes from" }).click();
  };
  await open();
  const dialog = page.getByRole("dialog", { name: "Where the meat comes from" });
  await expect(dialog.getByText("No supplier is named yet.")).toBeVisible();
  await dialog.getByLabel("Name of the supplier").fill("Crescent Meats");
  await dialog.getByRole("button", { name: "Add supplier" }).click();
  await expect(toast(page)).toContainText("for the next three months");
  await open();
  await expect(dialog.getByText(/^Confirmed until/)).toBeVisible();
  await atEverySize(page, async () => {
    await expectAccessible(page);
  });
  await page.goto(`/places/${poiId}`);
  const section = page.getByRole("region", { name: "Where the meat comes from" });
  await expect(section).toContainText("Meat from Crescent Meats, confirmed until");
  await atEverySize(page, async () => {
    await expectWellFormed(page, new RegExp(place.name));
    await expectAccessible(page);
  });
  await page.goto("/partner?tab=pois");
  await open();
  await dialog.getByRole("button", { name: /^Remove:/ }).click();
  await expect(dialog.getByText("No supplier is named yet.")).toBeVisible();
});

test("the link in the email about suppliers asks for one press, and says when it is not valid", async ({
  page,
}) => {
  await page.goto(`/partner/supplier/${"x".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "Confirm your meat supplier" })).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /Confirm your meat supplier/);
    await expectAccessible(page);
  });
});
