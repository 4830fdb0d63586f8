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

test("a visitor says without JavaScript that a place is open, and its owner confirms it", async ({
  browser,
  page,
  context,
}) => {
  await partnerIn(context);
  const place = await freshPlace();
  const poiId = await idOf(context, place);
  const claimId = await claim(context, place);
  await asStaff(`/api/reviews/claims/${claimId}`, { decision: "approved", notes: "Yes" });

  await test.step("a visitor answers", async () => {
    const visiting = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
    const visitor = await visiting.newPage();
    await visitor.goto(`/places/${poiId}`);
    const section = visitor.getByRole("region", { name: "Still open?" });
    await expect(section.getByText(/^Listed here since/)).toBeVisible();
    await section.getByRole("button", { name: "It is open" }).click();
    await expect(visitor.getByText("Thank you. The page of this place says so from now on.")).toBeVisible();
    await visitor.getByRole("link", { name: "Back to the place" }).click();
    await expect(visitor.getByText(/^Still open: a visitor said so on/)).toBeVisible();
    await visiting.close();
  });

  await test.step("the owner confirms", async () => {
    await page.goto("/partner?tab=pois");
    await page
      .getByRole("button", { name: /^More for/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Confirm that it is open" }).click();
    await expect(toast(page)).toContainText("says that you confirmed it today");
    await page.goto(`/places/${poiId}`);
    await expect(page.getByText(/^Still open: confirmed by the owner on/)).toBeVisible();
    await atEverySize(page, async () => {
      await expectWellFormed(page, new RegExp(place.name));
      await expectAccessible(page);
    });
  });
});
