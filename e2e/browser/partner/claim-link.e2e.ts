import { asStaff, claim, dialog, freshPlace, PASSWORD, registered } from "../../harness/browser/partner.ts";
import { atEverySize, expect, expectAccessible, PHONE, test } from "../../harness/browser/screen.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 40[14]/ });

test("the page of a place leads through the sign-in to its claim, and later to what became of it", async ({
  page,
  context,
}) => {
  const place = await freshPlace();
  const account = await registered(context);
  await page.goto(`/places?q=${encodeURIComponent(place.name)}`);
  await page.getByRole("link", { name: place.name }).click();
  const address = page.url();
  await page.getByRole("link", { name: "Claim this place" }).click();
  await expect(page).toHaveURL(/\/partner\/auth\?to=/);
  await page.getByLabel("Email", { exact: true }).fill(account.email);
  const password = page.getByLabel("Password", { exact: true });
  await password.fill(PASSWORD);
  await password.press("Enter");
  await expect(dialog(page)).toHaveAccessibleName(`Claim ${place.name}`);
  await expect(page).toHaveURL(/\/partner\?q=Saffron/);
  await atEverySize(page, () => expectAccessible(page));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: `Claim ${place.name}` })).toBeVisible();

  const mine = await claim(context, place);
  await page.goto(address);
  await page.getByRole("link", { name: "Claim this place" }).click();
  await expect(dialog(page)).toHaveAccessibleName(place.name);
  await expect(dialog(page).getByText("Your claim is in review")).toBeVisible();

  await asStaff(`/api/reviews/claims/${mine}`, { decision: "approved" });
  await page.goto(address);
  await expect(page.getByRole("link", { name: "Claim this place" })).toHaveCount(0);
  await page.getByRole("link", { name: "Not the right owner?" }).click();
  await expect(page).toHaveURL(/\/partner\?tab=pois/);
  await expect(page.getByRole("heading", { name: place.name })).toBeVisible();

  await page.goto("/partner?claim=none");
  await expect(page.getByText("This place could not be opened")).toBeVisible();
  await expect(page).toHaveURL(/\/partner\?tab=pois$/);
});
