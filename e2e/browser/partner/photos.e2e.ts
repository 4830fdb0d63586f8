import { ownedPlace, staffApi } from "../../harness/browser/evidence.ts";
import { partnerIn } from "../../harness/browser/partner.ts";
import { evidenceFiles } from "../../harness/browser/review-cases.ts";
import { atEverySize, expect, expectAccessible, PHONE, test } from "../../harness/browser/screen.ts";
import { openAsNew, someName, toast } from "../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE });

test("an owner on a phone sends a photo, staff show it and take it away, and visitors see it in between", async ({
  page,
}) => {
  const [picture] = await evidenceFiles(page);
  const name = someName("Saffron");
  const staff = await staffApi();
  await partnerIn(page.context());
  const id = await ownedPlace(staff, page.request, name);

  await page.goto("/partner?tab=pois");
  await page.getByRole("button", { name: `Photos ${name}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send photo" }).click();
  await expect(dialog.getByText("Choose a photo and say what it shows").first()).toBeVisible();
  const file = { name: picture.name, mimeType: "image/png", buffer: picture.bytes };
  await dialog.getByLabel("Choose a photo").setInputFiles(file);
  await expect(dialog.getByRole("status")).toContainText("Uploaded");
  await expect(dialog.getByText(/is required/)).toHaveText("What the photo shows is required"); // the file is there
  await dialog.getByLabel("What it shows").fill("Lamb mandi on saffron rice");
  await atEverySize(page, () => expectAccessible(page));
  await dialog.getByRole("button", { name: "Send photo" }).click();
  await expect(toast(page).last()).toContainText("Photo sent");
  await page.getByRole("button", { name: `Photos ${name}` }).click();
  await expect(dialog.getByRole("img", { name: "Lamb mandi on saffron rice" })).toBeVisible();
  await expect(dialog.getByText("In review")).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await page.keyboard.press("Escape");

  await page.setViewportSize({ width: 1_440, height: 900 });
  await openAsNew(page, "/admin/reviews?kind=photo", "admin");
  const pane = page.getByRole("region", { name: "Case" });
  await page.locator("[data-case^='photo:']").filter({ hasText: name }).click();
  await expect(pane).toContainText("Lamb mandi on saffron rice");
  await atEverySize(page, () => expectAccessible(page));
  await page.setViewportSize({ width: 1_440, height: 900 });
  await pane.getByRole("button", { name: "Show it" }).click();
  await pane.getByRole("form", { name: "Show this photo" }).getByRole("button", { name: "Show it" }).click();
  await expect(toast(page)).toContainText("Photo shown");

  await page.goto(`/places/${id}`);
  const photo = page.getByRole("img", { name: "Lamb mandi on saffron rice" });
  await photo.scrollIntoViewIfNeeded();
  await expect(photo).toHaveJSProperty("complete", true);
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await atEverySize(page, () => expectAccessible(page));

  await page.goto(`/admin/places?place=${id}`);
  await page.getByRole("button", { name: "Remove the photo: Lamb mandi on saffron rice" }).click();
  await page.getByLabel("What is wrong, for the owner").fill("It shows a guest.");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(toast(page)).toContainText("Photo removed");
  await page.goto(`/places/${id}`);
  await expect(page.getByRole("img", { name: "Lamb mandi on saffron rice" })).toHaveCount(0);
});
