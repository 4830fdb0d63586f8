import type { Page } from "@playwright/test";
import { choose, dialog, field } from "../harness/browser/gifts.ts";
import { partnerIn } from "../harness/browser/partner.ts";
import { atEverySize, expect, expectAccessible, PHONE, test } from "../harness/browser/screen.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 401/ });

const state = (page: Page) => page.getByLabel("State*", { exact: true });

async function openRequest(page: Page): Promise<void> {
  await page.goto("/partner");
  await page.getByRole("button", { name: "Request New Business Location" }).click();
}

test("the state of a requested place gets its own two letters, typed, pasted or filled in", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  await openRequest(page);
  await expect(state(page)).toHaveAttribute("maxlength", "2"); // browsers then fill in the code
  const held = { Missouri: "MO", michigan: "MI", "New York": "NY", Québec: "QC", NYC: "NY", tx: "tx" };
  for (const [typed, code] of Object.entries(held)) {
    await state(page).clear();
    await state(page).pressSequentially(typed);
    await state(page).blur();
    await expect(state(page)).toHaveValue(code);
  }
  await state(page).fill("Washington");
  await expect(state(page)).toHaveValue("WA");
  await state(page).clear();
  await state(page).pressSequentially("Misso");
  await expect(state(page)).toHaveValue("Misso");
  await state(page).press("Tab");
  await expect(state(page)).toHaveValue("MO");
});

test("billing takes every country, with the states of the US and Canada", async ({ page }) => {
  await page.goto("/support");
  await choose(page);
  const country = field(page, "Billing country");
  await expect(country).toHaveValue("US");
  await field(page, "Billing state").pressSequentially("Armed Forces Europe");
  await expect(field(page, "Billing state")).toHaveValue("AE");
  await country.selectOption("Canada");
  await field(page, "Billing province").pressSequentially("ontario");
  await expect(field(page, "Billing province")).toHaveValue("ON");
  await atEverySize(page, () => expectAccessible(page));
  await country.selectOption("United Kingdom");
  await expect(dialog(page).locator("[name=billingState]")).toHaveCount(0);
  await expect(field(page, "Billing postal code (optional)")).toBeVisible();
  await atEverySize(page, async () => {
    await expectAccessible(page);
    const overflow = await dialog(page).evaluate((each) => each.scrollWidth - each.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
