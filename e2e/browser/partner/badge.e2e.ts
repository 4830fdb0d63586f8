import { asStaff, claim, freshPlace, idOf, partnerIn } from "../../harness/browser/partner.ts";
import { atEverySize, expect, expectAccessible, PHONE, test } from "../../harness/browser/screen.ts";

test.use({ viewport: PHONE, permissions: ["clipboard-read", "clipboard-write"] });

test("an owner sees the badge of a place and copies the line for its website", async ({ page }) => {
  await partnerIn(page.context());
  const place = await freshPlace();
  const id = await idOf(page.context(), place);
  await asStaff(`/api/reviews/claims/${await claim(page.context(), place)}`, { decision: "approved" });
  await page.goto("/partner?tab=pois");
  await page.getByRole("button", { name: `More for ${place.name}` }).click();
  await page.getByRole("menuitem", { name: "Badge for your website" }).click();
  const badge = page.getByRole("img", { name: `The badge of ${place.name}, as it looks now` });
  await expect(badge).toHaveJSProperty("complete", true);
  await expect.poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(60);
  await atEverySize(page, () => expectAccessible(page));
  await page.getByRole("button", { name: "Copy the line of HTML" }).click();
  await expect(page.getByText("Copied", { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`/places/${id}/badge.svg" alt="Our halal tier on `);
  expect(copied).toMatch(/^<a href="http[^"]+"><img [^>]+><\/a>$/);
});
