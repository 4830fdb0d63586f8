import type { Page } from "@playwright/test";
import {
  asStaff,
  claim,
  dialog,
  freshPlace,
  inDialog,
  partnerIn,
  press,
  registered,
  signIn,
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

test.use({ viewport: PHONE });

const MY_POIS = "/partner?tab=pois";
const wellFormed = (page: Page) =>
  atEverySize(page, async () => {
    await expectWellFormed(page, /^Partner Portal · /);
    await expectAccessible(page);
  });

test("a partner asks for another's place, withdraws and asks again, and the owner refuses, then hands it over", async ({
  page,
  context,
}) => {
  const owner = await partnerIn(context);
  const place = await freshPlace();
  await asStaff(`/api/reviews/claims/${await claim(context, place)}`, { decision: "approved" });
  const asker = await registered(context);
  await signIn(context, asker);
  const found = page.getByRole("article").filter({ hasText: place.name });
  const ask = async () => {
    await page.goto(`/partner?q=${encodeURIComponent(place.name)}`);
    await press(page, `Ask for a transfer: ${place.name}`);
    await press(page, "Ask the owner");
    await expect(dialog(page)).toContainText("Please choose a reason");
    await inDialog(page, "Why do you ask?").selectOption("We have bought or taken over the business");
    await inDialog(page, "Explain it to the owner").fill("We bought it in May.");
    await inDialog(page, "For our team alone (optional)").fill("The deed is attached.");
  };

  await test.step("the other partner asks and withdraws", async () => {
    await ask();
    await expect(dialog(page)).toContainText("The owner has 3 business days to answer.");
    await atEverySize(page, () => expectAccessible(page));
    await press(page, "Ask the owner");
    await expect(toast(page)).toContainText(/We have asked the owner.*The owner has until /);
    await expect(found).toContainText("You asked for a transfer");
    await expect(page.getByRole("tab", { name: /^Search POIs/ })).toBeFocused();
    await wellFormed(page);
    await page.goto(MY_POIS);
    await expect(found).toContainText(/The owner has until .* to answer\. After that our team decides\./);
    await wellFormed(page);
    await press(page, `Withdraw: ${place.name}`);
    await expect(dialog(page)).toContainText("The owner no longer has to answer");
    await atEverySize(page, () => expectAccessible(page));
    await press(page, "Withdraw it");
    await expect(found).toContainText("You took it back.");
    await expect(page.getByRole("tab", { name: /^My POIs/ })).toBeFocused();
    await ask();
    await press(page, "Ask the owner");
    await expect(found).toContainText("You asked for a transfer");
  });

  await test.step("the owner refuses", async () => {
    await signIn(context, owner);
    await page.goto("/partner"); // leads to the places of one who has some
    const asked = found.filter({ hasText: "asks for this place" });
    await expect(page.getByRole("region", { name: "Needs you" })).toContainText(asker.businessName);
    await press(page, `Answer: ${place.name}`);
    await expect(page.getByRole("listitem").filter({ has: asked })).toBeFocused();
    await expect(page).toHaveURL(/\/partner\?tab=pois$/);
    await expect(asked).toContainText(asker.businessName);
    await expect(asked).toContainText("It has bought or taken over the business: We bought it in May.");
    await expect(asked).not.toContainText("The deed is attached.");
    await expect(asked).toContainText(/Please answer by .* After that our team decides\./);
    await wellFormed(page);
    await press(page, `Refuse: ${place.name}`);
    await expect(asked).toContainText(/You refused\. Our team decides by /);
    await expect(page.getByRole("button", { name: `Accept: ${place.name}` })).toBeFocused();
  });

  await test.step("and hands it over after all", async () => {
    await press(page, `Accept: ${place.name}`);
    await expect(dialog(page)).toContainText(asker.businessName);
    await expect(dialog(page)).toContainText("You cannot undo this");
    await atEverySize(page, () => expectAccessible(page));
    await press(page, "Hand it over");
    await expect(toast(page)).toContainText("is handed over");
    await expect(page.getByText("You don't have any claimed locations yet.")).toBeVisible();
    await expect(found).toContainText("You no longer own the place: it was handed over.");
    await expect(page.getByRole("tab", { name: /^My POIs/ })).toBeFocused();
    await signIn(context, asker);
    await page.goto(MY_POIS);
    await expect(found.filter({ hasText: "Owned" })).toBeVisible();
  });
});
