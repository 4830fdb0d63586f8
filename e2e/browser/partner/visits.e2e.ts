import { asStaff, claim, freshPlace, idOf, partnerIn } from "../../harness/browser/partner.ts";
import { expect, PHONE, test } from "../../harness/browser/screen.ts";

test.use({ viewport: PHONE });

test("a press of Directions is told to the server alone, and few visits are not told to the owner", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const place = await freshPlace();
  const id = await idOf(context, place);
  await asStaff(`/api/reviews/claims/${await claim(context, place)}`, { decision: "approved" });
  await page.goto(`/places/${id}`);
  const told = page.waitForRequest((request) => request.url().endsWith("/directions"));
  const link = page.getByRole("link", { name: "Directions" });
  await link.evaluate((each) => each.setAttribute("href", "/privacy")); // a test asks nothing of another site
  await link.click();
  const ping = await told;
  expect([ping.method(), ping.postData()]).toEqual(["POST", "PING"]);
  expect(new URL(ping.url()).pathname).toContain(`${id.slice(-8)}/directions`);
  await expect(page).toHaveURL(/\/privacy$/);
  await page.goto("/partner");
  await expect(page.getByText("Viewed fewer than 10 times in the last four weeks.")).toBeVisible();
  await expect(page.getByText("We count views, not people.")).toBeVisible();
});
